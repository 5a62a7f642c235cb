// swift-tools-version: 6.2
import PackageDescription

// Separate from the benchmarks, so that they don't need a server's packages.
let package = Package(
  name: "soak",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "soak", targets: ["soak"])],
  dependencies: [
    .package(name: "model-tree", path: "../.."),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
  ],
  targets: [
    .executableTarget(
      name: "soak",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ModelTreeInspector", package: "model-tree"),
        .product(name: "TreeObjects", package: "model-tree"),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
