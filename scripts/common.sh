# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-3.0-or-later
# What the scripts share. It is sourced by them, not run.

root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
build_flags=(-c release --static-swift-stdlib)

# Says one sentence and leaves.
fail() {
  echo "Error: $*" >&2
  exit 1
}

# Shows the comment at the top of the calling script.
usage() {
  sed -n '3,/^$/{s/^# \{0,1\}//p}' "$0"
}

# Makes sure that Swift 6.2 or later is there.
require_swift() {
  local where=https://www.swift.org/install/linux/ version
  if ! command -v swift >/dev/null; then
    if [[ -x /opt/swift/usr/bin/swift ]]; then
      fail "Swift is in /opt/swift/usr/bin, which is not in PATH: run 'export PATH=/opt/swift/usr/bin:\$PATH' and try again."
    fi
    fail "Swift is missing: install Swift 6.2 or later from $where and try again."
  fi
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9]*\.[0-9][0-9]*\).*/\1/p' | head -n 1)
  if [[ -z $version ]]; then
    fail "'swift --version' says no version: install Swift 6.2 or later from $where and try again."
  fi
  if ((${version%.*} < 6 || (${version%.*} == 6 && ${version#*.} < 2))); then
    fail "Swift $version is too old: install Swift 6.2 or later from $where and try again."
  fi
}

# Installs Debian packages; with no argument it does nothing.
install_packages() {
  (($# > 0)) || return 0
  command -v apt-get >/dev/null || fail "These Debian packages, or what they are called here, are missing: $*."
  local as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null || fail "These packages are missing, and there is no sudo to install them with: $*."
    as_root=(sudo)
  fi
  echo "Installing $*." >&2
  local get=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get)
  local install=("${get[@]}" install -y --no-install-recommends "$@")
  "${install[@]}" >&2 && return
  # The list of packages may be old, or not there at all.
  "${get[@]}" update >&2 || fail "The list of packages could not be fetched."
  "${install[@]}" >&2 || fail "These packages could not be installed: $*."
}

# Says which packages the build lacks.
missing_for_build() {
  if ! command -v pkg-config >/dev/null; then
    echo pkg-config libjack-jackd2-dev libsndfile1-dev libsamplerate0-dev libedit-dev libfftw3-dev libpng-dev libwebsockets-dev libqrencode-dev
    return
  fi
  pkg-config --exists jack || echo libjack-jackd2-dev
  pkg-config --exists sndfile || echo libsndfile1-dev
  pkg-config --exists samplerate || echo libsamplerate0-dev
  pkg-config --exists libedit || echo libedit-dev
  pkg-config --exists fftw3f || echo libfftw3-dev
  pkg-config --exists libpng || echo libpng-dev
  pkg-config --exists libwebsockets || echo libwebsockets-dev
  pkg-config --exists libqrencode || echo libqrencode-dev
}

# Says the package unless the program is there: missing_program PROGRAM PACKAGE.
missing_program() {
  command -v "$1" >/dev/null || echo "$2"
}

# Says the package of what 'yui-jack prove' judges with, unless it is there.
missing_for_proof() {
  python3 -c 'import numpy' 2>/dev/null || echo python3-numpy
}

# Says the packages of a browser, and of what drives it, unless they are there.
missing_for_browser() {
  missing_program chromium chromium
  /usr/bin/python3 -c 'import websocket' 2>/dev/null || echo python3-websocket
}

# Installs what the build lacks, builds, and sets `yui_jack` to the program.
build() {
  require_swift
  # shellcheck disable=SC2046
  install_packages $(missing_for_build)
  swift build --package-path "$root" "${build_flags[@]}" --product yui-jack >&2 || fail "The build failed."
  yui_jack=$(swift build --package-path "$root" "${build_flags[@]}" --show-bin-path)/yui-jack
}

# Makes places in the list that all JACK servers of the machine share: free_places COUNT.
#
# The list has eight, and a server that was killed keeps its place until one of the same name starts.
# The default server's name is left alone.
free_places() {
  local list=/dev/shm/jack-shm-registry names name server
  [[ -r $list ]] || return 0
  names=$(grep -aoE 'jack-[0-9]+:[^:]+:' "$list" || true)
  (($(grep -c . <<<"$names") > 8 - $1)) || return 0
  while IFS=: read -r _ name _; do
    [[ $name != default && $name != "${JACK_DEFAULT_SERVER:-default}" ]] || continue
    jack_wait -c -s "$name" 2>/dev/null | grep -qx 'not running' || continue
    timeout -k 5 20 jackd -r -n "$name" -d dummy </dev/null >/dev/null 2>&1 &
    server=$!
    jack_wait -w -t 5 -s "$name" >/dev/null 2>&1 || true
    kill -TERM "$server" 2>/dev/null || true
    wait "$server" || true
  done < <(grep "^jack-$EUID:" <<<"$names" || true)
}

# Removes what is left of the metadata that all JACK servers of the user share, unless somebody has it open.
#
# Who is killed while it is at work there leaves it locked or half made, and the next server would wait for ever.
clear_metadata() {
  local folder=/dev/shm/jack_db-$UID
  [[ -d $folder ]] || return 0
  if grep -qsE " $folder/[^ ]+$" /proc/[0-9]*/maps; then return; fi
  rm -rf "$folder"
}
