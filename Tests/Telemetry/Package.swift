// swift-tools-version: 6.2
import PackageDescription

// An app that uses telemetry, like in the README: the package itself is built without.
let package = Package(
  name: "telemetry-tests",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "model-tree", path: "../..", traits: ["Telemetry"]),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
  ],
  targets: [
    .testTarget(
      name: "ModelTreeTelemetryTests",
      dependencies: [
        .product(name: "ModelTreeTelemetry", package: "model-tree"),
        .product(name: "ModelTree", package: "model-tree"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
      ],
      path: "ModelTreeTelemetryTests",
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        // Tests of models live where models do, as an app's own do in a new project of Xcode.
        .defaultIsolation(MainActor.self),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
