// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "model-tree",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "ModelTree", targets: ["ModelTree"]),
    .library(name: "ModelTreeInspector", targets: ["ModelTreeInspector"]),
    .library(name: "ModelTreeTesting", targets: ["ModelTreeTesting"]),
    .library(name: "TreeObjects", targets: ["TreeObjects"]),
    .library(name: "ObjectSnapshot", targets: ["ObjectSnapshot"]),
    .library(name: "TreeSnapshot", targets: ["TreeSnapshot"]),
    .library(name: "TreeAnalysis", targets: ["TreeAnalysis"]),
    .library(name: "TreeSpec", targets: ["TreeSpec"]),
    .library(name: "TreeGraph", targets: ["TreeGraph"]),
    .executable(name: "modeltree", targets: ["modeltree"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    .target(name: "TreeSnapshot"),
    .target(name: "TreeObjects"),
    .target(name: "ObjectSnapshot", dependencies: ["TreeObjects", "TreeSnapshot"]),
    .target(name: "ModelTree", dependencies: ["TreeSnapshot"]),
    .target(name: "TreeAnalysis", dependencies: ["TreeSnapshot"]),
    .target(name: "TreeSpec", dependencies: ["TreeAnalysis", "TreeSnapshot"]),
    .systemLibrary(
      name: "CGraphviz",
      pkgConfig: "libgvc",
      providers: [.apt(["libgraphviz-dev"]), .brew(["graphviz"])]
    ),
    .target(name: "TreeGraph", dependencies: ["TreeAnalysis", "TreeSnapshot", "CGraphviz"]),
    .systemLibrary(
      name: "CEditLine",
      pkgConfig: "libedit",
      providers: [.apt(["libedit-dev"]), .brew(["libedit"])]
    ),
    .target(
      name: "TreeConsole",
      dependencies: [
        "TreeGraph", "TreeSpec", "TreeAnalysis", "TreeSnapshot", "CEditLine",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .target(
      name: "ModelTreeInspector",
      dependencies: [
        "ModelTree", "ObjectSnapshot", "TreeObjects", "TreeConsole", "TreeAnalysis", "TreeSnapshot",
      ]
    ),
    .target(
      name: "ModelTreeTesting",
      dependencies: ["ModelTree", "TreeSpec", "TreeAnalysis", "TreeSnapshot"]
    ),
    .executableTarget(name: "modeltree", dependencies: ["TreeConsole"]),

    .target(name: "TestSupport", dependencies: ["TreeSnapshot"], path: "Tests/TestSupport"),
    .testTarget(name: "TreeSnapshotTests", dependencies: ["TreeSnapshot", "TestSupport"]),
    .testTarget(
      name: "TreeObjectsTests",
      dependencies: [
        "ObjectSnapshot", "TreeObjects", "ModelTree", "ModelTreeInspector", "TreeAnalysis",
        "TreeSnapshot", "modeltree",
      ]
    ),
    .testTarget(
      name: "ModelTreeTests",
      dependencies: ["ModelTree", "TreeAnalysis", "TreeSnapshot", "TestSupport"]
    ),
    .testTarget(
      name: "TreeAnalysisTests", dependencies: ["TreeAnalysis", "TreeSnapshot", "TestSupport"]),
    .testTarget(
      name: "TreeSpecTests",
      dependencies: ["TreeSpec", "TreeAnalysis", "TreeSnapshot", "TestSupport"]
    ),
    .testTarget(
      name: "TreeGraphTests",
      dependencies: ["TreeGraph", "TreeAnalysis", "TreeSnapshot", "TestSupport"]
    ),
    .testTarget(
      name: "TreeConsoleTests",
      dependencies: ["TreeConsole", "TreeAnalysis", "TreeSnapshot", "modeltree"]
    ),
    .testTarget(
      name: "ModelTreeInspectorTests",
      dependencies: [
        "ModelTreeInspector", "ModelTree", "ObjectSnapshot", "TreeObjects", "TreeConsole",
        "TreeAnalysis", "TreeSnapshot",
      ]
    ),
    .testTarget(
      name: "ModelTreeTestingTests",
      dependencies: ["ModelTreeTesting", "ModelTree", "TreeSpec", "TreeAnalysis", "TreeSnapshot"],
      exclude: ["Specs", "Articles/Specs"]
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
