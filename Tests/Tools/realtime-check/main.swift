// SPDX-License-Identifier: GPL-3.0-or-later

import CSanitizer
import Glibc

guard sanitizer_is_linked() else {
  let message = "Error: This build has no RealtimeSanitizer: run scripts/check-realtime.\n"
  _ = message.withCString { write(STDERR_FILENO, $0, message.utf8.count) }
  exit(64)
}
sanitizer_begin()
let driver = Driver()
switch CommandLine.arguments.dropFirst().first {
case "planted": driver.run(cycles: 100, plants: true)
default: driver.run(cycles: 20_000, plants: false)
}
print("\(driver.frames) frames rendered, \(driver.strikes) notes struck")
