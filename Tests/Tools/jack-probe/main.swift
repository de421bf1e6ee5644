// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

exit(Probe.main(Array(CommandLine.arguments.dropFirst())))
