// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "bench", targets: ["bench"]),
    .executable(name: "trees", targets: ["trees"]),
  ],
  dependencies: [
    .package(name: "model-tree", path: "../..", traits: [.defaults, "Telemetry"]),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    .systemLibrary(name: "CAllocator"),
    .executableTarget(
      name: "bench",
      dependencies: [
        "CAllocator",
        .product(name: "ModelTree", package: "model-tree"),
        .product(name: "ModelTreeAgent", package: "model-tree"),
        .product(name: "ModelTreeInspector", package: "model-tree"),
        .product(name: "ModelTreeJournal", package: "model-tree"),
        .product(name: "ModelTreeTelemetry", package: "model-tree"),
        .product(name: "TreeObjects", package: "model-tree"),
        .product(name: "TreeAnalysis", package: "model-tree"),
        .product(name: "TreeSnapshot", package: "model-tree"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .executableTarget(
      name: "trees",
      dependencies: [
        .product(name: "TreeSnapshot", package: "model-tree")
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
