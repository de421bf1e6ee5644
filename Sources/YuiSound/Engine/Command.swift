// SPDX-License-Identifier: GPL-3.0-or-later

/// What the control side asks of the engine. A plain value: nothing in it has to be freed.
public enum Command: BitwiseCopyable, Sendable {
  /// Puts up a stopped player in a slot, 0...15.
  case put(slot: Int, PlayerSettings)
  /// Changes a player; while it runs the change lands on a step.
  case patch(slot: Int, PlayerSettings.Changes, PlayerSettings)
  /// Takes a player away; its notes are let go, or cut.
  case remove(slot: Int, cut: Bool)
  /// Players (bit n is slot n) play from the top.
  case start(UInt32)
  /// Players halt at once.
  case stop(UInt32)
  /// A player halts instead of sounding its next step; false takes that back.
  case stopOnStep(slot: Int, Bool)
  /// Players go on from where they were halted.
  case resume(UInt32)
  /// Sounds a note.
  case strike(NoteRequest)
  /// Sounds a note so many frames later, 0 or more.
  case strikeLater(NoteRequest, Int64)
  /// Sounds the notes of a chord.
  case strum(ChordStroke)
  /// Sounds an effect; where a note belongs to the answer (a MIDI note number) it sounds instead, on the keys.
  case effect(Effect, answer: UInt8?)
  /// Lets go notes.
  case release(NoteOwner.Group)
  /// Cuts notes.
  case cut(NoteOwner.Group)
  /// A cable of a MIDI port was pulled: what it held is let go.
  case releasePort(UInt8)
  /// The sound of MIDI keyboards.
  case keyboardSound(VoiceKind)
  /// How loud a velocity of MIDI keyboards is.
  case velocityCurve(VelocityCurve)
  /// What a white key of MIDI keyboards strikes as a chord button, counted from 0.
  case chordKey(Int, ChordStroke)
  /// How many white keys are chord buttons; 0 leaves every key a key.
  case chordKeys(Int)
  /// How much later than its beat's frame a clock leaves, in frames; within two seconds either way.
  case clockShift(Int64)
  /// Whether clocks run while stopped.
  case clockAlways(Bool)
  /// Voices at once, 1...256; beyond that the most dispensable fade.
  case voiceLimit(Int)
  /// Gain of everything, 0...2, linear.
  case master(Float)
  /// Gain of a bus, 0...2, linear.
  case busGain(Bus, Float)
  /// How much of the room there is around pitched sounds, 0...1, linear; `Room` says what of.
  case room(Float)
  /// Fades out what is left in the room within 4 ms.
  case clearRoom
  /// Whether the soft limiter works.
  case limiter(Bool)
  /// What is reported.
  case report(Report)
  /// Later commands of the same lane wait this long after the effect of the one before.
  case wait(Double, TimeUnit)
  /// Answered by an event of the same number when the lane comes to it.
  case mark(Int64)

  /// Events that are only sent where somebody wants them.
  public struct Report: OptionSet, BitwiseCopyable, Sendable {
    /// One bit each.
    public let rawValue: UInt8

    /// Those whose bits are set.
    @_noLocks
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Each step as it sounds.
    public static var steps: Report { @_noLocks get { Report(rawValue: 1) } }
    /// Each key of a MIDI keyboard.
    public static var notes: Report { @_noLocks get { Report(rawValue: 2) } }
    /// Nothing beside the ordinary events.
    public static var none: Report { @_noLocks get { Report(rawValue: 0) } }

    @_noLocks
    func has(_ other: Report) -> Bool { rawValue & other.rawValue != 0 }
  }
}

/// A command and the lane it comes on: commands of one lane keep their order, also behind a wait.
public struct LaneCommand: BitwiseCopyable, Sendable {
  /// 0..<`Lanes.count`: one for each source of lines.
  public var lane: Int
  /// What is asked.
  public var command: Command

  /// A command on a lane.
  public init(lane: Int, _ command: Command) {
    self.lane = lane
    self.command = command
  }
}
