// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is built the same way: Swift 6, spans tied to what they view, no warning let through.
let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableExperimentalFeature("Lifetimes"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "yui-jack",
  products: [
    .executable(name: "yui-jack", targets: ["yui-jack"]),
    .library(name: "JackKit", targets: ["JackKit"]),
  ],
  targets: [
    // Libraries of the system, each behind a module map of its own.
    .systemLibrary(name: "CJack", pkgConfig: "jack", providers: [.apt(["libjack-jackd2-dev"])]),
    .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CSampleRate", pkgConfig: "samplerate", providers: [.apt(["libsamplerate0-dev"])]),
    .systemLibrary(name: "CEdit", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
    .systemLibrary(name: "CFFTW", pkgConfig: "fftw3f", providers: [.apt(["libfftw3-dev"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CWebSockets", pkgConfig: "libwebsockets", providers: [.apt(["libwebsockets-dev"])]),
    .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "CRealtime"),
    .systemLibrary(name: "CPause"),

    // The house: imports point down only.
    .target(name: "JackKit", dependencies: ["CJack"], swiftSettings: swiftSettings),
    .target(name: "YuiLines", swiftSettings: swiftSettings),
    .target(name: "YuiSound", dependencies: ["CRealtime"], swiftSettings: swiftSettings),
    .target(
      name: "YuiJack",
      dependencies: [
        "JackKit", "YuiLines", "YuiSound", "CSndFile", "CSampleRate", "CEdit", "CFFTW", "CPNG", "CWebSockets",
        "CQREncode", "CPause",
      ],
      resources: [
        .embedInCode("Library/Screens"), .embedInCode("Proof/Analyser"), .embedInCode("Stage/Pages"),
      ], swiftSettings: swiftSettings),
    .executableTarget(name: "yui-jack", dependencies: ["YuiJack", "YuiLines"], swiftSettings: swiftSettings),

    // Tests mirror the house. `jack-probe` is a client of its own that records and feeds ports.
    .executableTarget(
      name: "jack-probe", dependencies: ["JackKit"], path: "Tests/Tools/jack-probe", swiftSettings: swiftSettings),
    // `realtime-check` plays an engine under the RealtimeSanitizer, `engine-bench` by the clock; see scripts/.
    .systemLibrary(name: "CSanitizer", path: "Tests/Tools/CSanitizer"),
    .executableTarget(
      name: "realtime-check", dependencies: ["YuiSound", "CSanitizer"], path: "Tests/Tools/realtime-check",
      swiftSettings: swiftSettings),
    // `EngineBenchC` is voices in C to measure ours against, so it has the optimisation that C is given where speed counts.
    .target(
      name: "EngineBenchC", path: "Tests/Tools/engine-bench-c", cSettings: [.unsafeFlags(["-O3"])],
      linkerSettings: [.linkedLibrary("m")]),
    .executableTarget(
      name: "engine-bench", dependencies: ["YuiSound", "EngineBenchC"], path: "Tests/Tools/engine-bench",
      swiftSettings: swiftSettings),
    // `realtime-count` counts heap calls and locks in a minute of cycles.
    .target(name: "CLockCounter", path: "Tests/Tools/CLockCounter"),
    .executableTarget(
      name: "realtime-count", dependencies: ["YuiSound", "HeapCounter", "CLockCounter"],
      path: "Tests/Tools/realtime-count", swiftSettings: swiftSettings),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: swiftSettings),
    .target(
      name: "EngineSupport", dependencies: ["YuiSound"], path: "Tests/EngineSupport", swiftSettings: swiftSettings),
    .testTarget(
      name: "JackKitTests", dependencies: ["JackKit", "jack-probe", "TestSupport"], swiftSettings: swiftSettings),
    .testTarget(
      name: "YuiLinesTests", dependencies: ["YuiLines"], exclude: ["Vectors"], swiftSettings: swiftSettings),
    .target(name: "HeapCounter", path: "Tests/HeapCounter"),
    .testTarget(
      name: "YuiSoundTests", dependencies: ["YuiSound", "EngineSupport", "TestSupport", "HeapCounter"],
      exclude: ["Vectors"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "ClockTests", dependencies: ["YuiSound", "EngineSupport", "TestSupport"], exclude: ["Vectors"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "YuiJackTests",
      dependencies: ["YuiJack", "YuiLines", "yui-jack", "jack-probe", "engine-bench", "TestSupport", "CPNG"],
      exclude: ["Takes/Vectors"],
      swiftSettings: swiftSettings),
  ]
)
