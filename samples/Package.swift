// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "samples",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "ExamMaster", targets: ["ExamMaster"]),
    .executable(name: "Profile", targets: ["Profile"]),
  ],
  dependencies: [
    .package(name: "model-tree", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .target(
      name: "ExamMasterModels",
      dependencies: [.product(name: "ModelTree", package: "model-tree")],
      path: "ExamMaster/Models"
    ),
    .executableTarget(
      name: "ExamMaster",
      dependencies: [
        "ExamMasterModels",
        .product(name: "ModelTree", package: "model-tree"),
        .product(name: "ModelTreeInspector", package: "model-tree"),
        .product(name: "TreeSnapshot", package: "model-tree"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "ExamMaster/App"
    ),
    .testTarget(
      name: "ExamMasterTests",
      dependencies: [
        "ExamMaster", "ExamMasterModels",
        .product(name: "ModelTree", package: "model-tree"),
        .product(name: "TreeAnalysis", package: "model-tree"),
        .product(name: "TreeSnapshot", package: "model-tree"),
      ],
      path: "Tests/ExamMasterTests"
    ),
    .target(name: "ProfileModels", path: "Profile/Models"),
    .executableTarget(
      name: "Profile",
      dependencies: [
        "ProfileModels",
        .product(name: "ModelTreeInspector", package: "model-tree"),
        .product(name: "ObjectSnapshot", package: "model-tree"),
        .product(name: "TreeObjects", package: "model-tree"),
        .product(name: "TreeSnapshot", package: "model-tree"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Profile/App"
    ),
    .testTarget(
      name: "ProfileTests",
      dependencies: [
        "Profile", "ProfileModels",
        .product(name: "ObjectSnapshot", package: "model-tree"),
        .product(name: "TreeAnalysis", package: "model-tree"),
        .product(name: "TreeSnapshot", package: "model-tree"),
        .product(name: "TreeSpec", package: "model-tree"),
      ],
      path: "Tests/ProfileTests"
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
