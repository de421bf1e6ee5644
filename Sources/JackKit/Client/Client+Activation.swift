// SPDX-License-Identifier: GPL-3.0-or-later
import CJack

extension Client {
  /// Joins without processing: to watch, to connect, to control.
  ///
  /// jackd2 then leaves the client out of the graph: its own ports carry nothing and have no latency.
  ///
  /// - Parameters:
  ///   - latency: sets the latency of the client's ports; without one JACK assumes that every input leads to every output.
  ///   - notify: receives what happens on the server.
  /// - Throws: `callFailed`, `serverGone`; the client is then closed.
  public consuming func activate(
    latency: LatencyHandler? = nil, notify: NotificationHandler? = nil
  ) throws(JackError) -> ActiveClient {
    try setNotifications(latency: latency, notify: notify)
    try core.request("jack_activate") { jack_activate($0) }
    return ActiveClient(client: self)
  }

  /// Joins the graph; from now on `process` is called once a cycle.
  ///
  /// - Parameters:
  ///   - argument: handed to `process`; must stay valid until the client is deactivated or has ended.
  ///   - latency: sets the latency of the client's ports; without one JACK assumes that every input leads to every output.
  ///   - notify: receives what happens on the server.
  ///   - process: renders one cycle.
  /// - Throws: `callFailed`, `serverGone`; the client is then closed.
  public consuming func activate(
    argument: UnsafeMutableRawPointer, latency: LatencyHandler? = nil, notify: NotificationHandler? = nil,
    process: @escaping ProcessFunction
  ) throws(JackError) -> ActiveClient {
    let binding = ProcessBinding(function: process, argument: argument, client: core.pointer, clientNumber: core.number)
    core.keep(binding)
    try core.request("jack_set_process_callback") {
      jack_set_process_callback($0, processTrampoline, binding.context)
    }
    try setNotifications(latency: latency, notify: notify)
    try core.request("jack_activate") { jack_activate($0) }
    return ActiveClient(client: self)
  }

  private func setNotifications(latency: LatencyHandler?, notify: NotificationHandler?) throws(JackError) {
    let router = NotificationRouter(core: core, latency: latency, notify: notify)
    core.keep(router)
    try core.request("jack_set_*_callback") { _ in router.register() }
  }
}
