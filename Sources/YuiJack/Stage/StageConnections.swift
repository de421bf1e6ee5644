// SPDX-License-Identifier: GPL-3.0-or-later

import CWebSockets
import Glibc

/// The connections of the stage: what they ask for, what they send, and what waits for them.
///
/// - Thread: the one that serves.
final class StageConnections {
  private struct Page {
    let connection: OpaquePointer
    let line: StageLine
    var rate = MessageRate()
    /// The message of which more parts will come.
    var message: [UInt8] = []
    /// Whether it was told to go.
    var isLeaving = false
  }

  private let door: StageDoor
  private let news: Mailbox<StageNews>
  private var pages: [Int: Page] = [:]
  private var count = 0

  /// No connections yet.
  init(door: StageDoor, news: Mailbox<StageNews>) {
    self.door = door
    self.news = news
  }

  /// Does what an event of libwebsockets asks for.
  ///
  /// - Parameter session: room for one `Int` that stays with the connection: the number of a page, or the place of a file.
  /// - Returns: 0, or -1 where the connection ends.
  func serve(
    _ connection: OpaquePointer, _ reason: lws_callback_reasons, _ session: UnsafeMutableRawPointer?,
    _ bytes: UnsafeRawBufferPointer
  ) -> Int32 {
    switch reason {
    case LWS_CALLBACK_HTTP: return request(connection, session)
    case LWS_CALLBACK_HTTP_WRITEABLE: return sendFile(connection, session)
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
      return door.wantsWebSocket(connection) ? 0 : refuse(connection, .body)
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return mayEnter(connection)
    case LWS_CALLBACK_ESTABLISHED: return enter(connection, session)
    case LWS_CALLBACK_RECEIVE: return receive(connection, session, bytes)
    case LWS_CALLBACK_SERVER_WRITEABLE: return sendLines(connection, session)
    case LWS_CALLBACK_CLOSED: leave(session)
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED: sendAll()
    default: break
    }
    return 0
  }

  // MARK: Files

  private func request(_ connection: OpaquePointer, _ session: UnsafeMutableRawPointer?) -> Int32 {
    switch door.answer(connection, upgrading: false) {
    case .refused(let refusal): return refuse(connection, refusal)
    case .lines: return refuse(connection, .path)
    case .file(let index):
      session?.storeBytes(of: index, as: Int.self)
      let file = StageFile.all[index]
      var head = StageHead(status: 200)
      head.add("content-type:", file.type)
      head.add("content-length:", String(file.bytes.count))
      head.add("connection:", "close")
      for (name, value) in StageHead.safety(host: door.host(connection)) { head.add(name, value) }
      guard head.send(connection) else { return -1 }
      lws_callback_on_writable(connection)
      return 0
    }
  }

  private func sendFile(_ connection: OpaquePointer, _ session: UnsafeMutableRawPointer?) -> Int32 {
    guard let index = session?.load(as: Int.self), StageFile.all.indices.contains(index) else { return -1 }
    _ = StageConnections.write(StageFile.all[index].bytes, connection, LWS_WRITE_HTTP_FINAL)
    // One answer a connection, so that no second request can hide in a first one.
    return -1
  }

  private func refuse(_ connection: OpaquePointer, _ refusal: StageRefusal) -> Int32 {
    news.put(.refused(refusal))
    _ = lws_return_http_status(connection, refusal.status, nil)
    return -1
  }

  // MARK: Pages

  private func mayEnter(_ connection: OpaquePointer) -> Int32 {
    switch door.answer(connection, upgrading: true) {
    case .lines where pages.count < StageLimits.pages: return 0
    case .lines: return refuse(connection, .crowd)
    case .file: return refuse(connection, .path)
    case .refused(let refusal): return refuse(connection, refusal)
    }
  }

  private func enter(_ connection: OpaquePointer, _ session: UnsafeMutableRawPointer?) -> Int32 {
    count += 1
    session?.storeBytes(of: count, as: Int.self)
    let line = StageLine(number: count)
    pages[count] = Page(connection: connection, line: line)
    news.put(.came(line))
    return 0
  }

  private func receive(
    _ connection: OpaquePointer, _ session: UnsafeMutableRawPointer?, _ bytes: UnsafeRawBufferPointer
  ) -> Int32 {
    guard let number = session?.load(as: Int.self), let page = pages[number], !page.isLeaving else { return 0 }
    guard page.message.count + bytes.count <= StageLimits.messageBytes else { return drop(number, .size) }
    pages[number]?.message += bytes
    guard lws_is_final_fragment(connection) != 0 else { return 0 }
    let seconds = MonotonicClock.seconds
    guard let isInTime = pages[number]?.rate.count(at: seconds), isInTime else { return drop(number, .rate) }
    guard lws_frame_is_binary(connection) == 0, let message = pages[number]?.message else { return drop(number, .text) }
    pages[number]?.message = []
    news.put(.message(page: number, message, seconds: seconds))
    return 0
  }

  /// Sends a page away at once: what it sends is not worth reading.
  private func drop(_ number: Int, _ refusal: StageRefusal) -> Int32 {
    guard let page = pages[number] else { return -1 }
    news.put(.refused(refusal))
    var words = Array(refusal.rawValue.utf8)
    let status = refusal == .size ? LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE : LWS_CLOSE_STATUS_POLICY_VIOLATION
    lws_close_reason(page.connection, status, &words, words.count)
    return -1
  }

  private func leave(_ session: UnsafeMutableRawPointer?) {
    guard let number = session?.load(as: Int.self), pages.removeValue(forKey: number) != nil else { return }
    news.put(.left(page: number))
  }

  // MARK: Sending

  private func sendAll() {
    for (number, page) in pages {
      let isEnding = page.line.isEnding.load(ordering: .acquiring)
      if isEnding, !page.isLeaving {
        pages[number]?.isLeaving = true
        // Who does not read is not waited for.
        lws_set_timeout(page.connection, PENDING_TIMEOUT_USER_OK, 3)
      }
      if isEnding || !page.line.backlog.isEmpty { lws_callback_on_writable(page.connection) }
    }
  }

  private func sendLines(_ connection: OpaquePointer, _ session: UnsafeMutableRawPointer?) -> Int32 {
    guard let number = session?.load(as: Int.self), let page = pages[number] else { return -1 }
    let lines = page.line.backlog.takeLines(atMost: 16_384)
    if lines.isEmpty {
      guard page.isLeaving else { return 0 }
      lws_close_reason(connection, LWS_CLOSE_STATUS_GOINGAWAY, nil, 0)
      return -1
    }
    guard StageConnections.write(lines, connection, LWS_WRITE_TEXT) else { return -1 }
    if page.isLeaving || !page.line.backlog.isEmpty { lws_callback_on_writable(connection) }
    return 0
  }

  private static func write(_ bytes: [UInt8], _ connection: OpaquePointer, _ kind: lws_write_protocol) -> Bool {
    let room = cwebsockets_room()
    var padded = [UInt8](repeating: 0, count: room + bytes.count)
    padded.replaceSubrange(room..., with: bytes)
    return padded.withUnsafeMutableBufferPointer {
      lws_write(connection, $0.baseAddress! + room, bytes.count, kind) >= bytes.count
    }
  }
}
