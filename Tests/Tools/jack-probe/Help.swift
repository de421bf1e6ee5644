// SPDX-License-Identifier: GPL-3.0-or-later

/// What `--help` prints.
let helpText = """
  usage: jack-probe [options]

  A JACK client that records, feeds and inspects ports for tests, driven by lines.

    --server NAME            the server; else JACK_DEFAULT_SERVER, else 'default'
    --name NAME              client name (jack-probe)
    --audio-in A,B           audio inputs, all recorded
    --audio-out A,B          audio outputs, fed by --play, else silent
    --midi-in A,B            MIDI inputs, all recorded
    --midi-out A,B           MIDI outputs, fed by --script and 'send'
    --physical               all ports claim to be hardware
    --connect PORT=PATTERN   connect an own port to all that match (repeatable)
    --output PREFIX          where recordings are written (probe)
    --script PORT=FILE       MIDI to send: lines 'OFFSET HEX HEX..', in frames
                             from 'go' (repeatable)
    --play FILE              raw little-endian float32, interleaved over the
                             audio outputs, from 'go'
    --playback-latency N     declare N frames behind the inputs
    --capture-latency N      declare N frames before the outputs

  It says 'ready NAME RATE PERIOD', then answers each line on standard input by
  data lines and a last line 'ok ...' or 'error TEXT'. A name with spaces stands
  in double quotes.

    prepare N            make room to record N frames
    go                   record and feed from the next cycle on
    record N             both
    stop                 end what is recorded now, with this cycle
    output PREFIX, script PORT FILE, play FILE       as the options, for the next go
    send PORT HEX..      one message at the next cycle's first frame; says its frame
    latency N, capture-latency N                     declare, and recompute
    latency-of PORT      ok PLAYBACK_MIN PLAYBACK_MAX CAPTURE_MIN CAPTURE_MAX
    freewheel on|off, buffer-size N, transport start|stop|locate [N]
    connect A B, disconnect A B, disconnect-all PORT
    ports [PATTERN]      lines 'port TYPE FLAGS NAME'
    connections PORT     lines 'connection NAME'
    cycles N             answers after N more cycles
    time                 ok FRAME PERIOD XRUNS
    quit                 also at the end of the input

  While it records it says, on lines of their own:

    recording FIRST      the absolute frame of the first recorded one
    lost INDEX FRAMES    before recorded frame INDEX the server's clock jumped by
                         FRAMES
    done first=F frames=N lost=CYCLES missing=FRAMES midi=EVENTS refused=N
         overflow=N      all files are written

  Files: PREFIX.f32 (raw float32, interleaved over the audio inputs), PREFIX.txt
  (key and value a line, then the lost lines), PREFIX.PORT.midi for each MIDI
  input (lines 'FRAME HEX HEX..', absolute frames; subtract 'first'), PREFIX.times
  (for each cycle its recorded frame, and the server's time at its start in
  microseconds).

  A lost server is said as 'server-lost REASON'. Exit codes: 0 ended as asked, 1 a
  failure, 64 bad usage, 69 no server.
  """
