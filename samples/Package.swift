// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "samples",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "Cars", targets: ["Cars"]),
    .executable(name: "Chat", targets: ["Chat"]),
    .executable(name: "ExamMaster", targets: ["ExamMaster"]),
    .executable(name: "Profile", targets: ["Profile"]),
  ],
  dependencies: [
    .package(name: "model-tree", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(name: "CarsModels", path: "Cars/Models"),
    .target(
      name: "CarsStorage",
      dependencies: ["CarsModels", .product(name: "GRDB", package: "GRDB.swift")],
      path: "Cars/Storage"
    ),
    .executableTarget(
      name: "Cars",
      dependencies: [
        "CarsModels", "CarsStorage",
        .product(name: "ModelTreeInspector", package: "model-tree"),
        .product(name: "ObjectSnapshot", package: "model-tree"),
        .product(name: "TreeObjects", package: "model-tree"),
        .product(name: "TreeSnapshot", package: "model-tree"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Cars/App"
    ),
    .testTarget(
      name: "CarsTests",
      dependencies: [
        "Cars", "CarsModels", "CarsStorage", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "ModelTreeInspector", package: "model-tree"),
        .product(name: "TreeAnalysis", package: "model-tree"),
        .product(name: "TreeObjects", package: "model-tree"),
        .product(name: "TreeSnapshot", package: "model-tree"),
        .product(name: "TreeSpec", package: "model-tree"),
      ],
      path: "Tests/CarsTests"
    ),
    .target(name: "ChatModels", path: "Chat/Models"),
    .executableTarget(
      name: "Chat",
      dependencies: [
        "ChatModels",
        .product(name: "ModelTreeInspector", package: "model-tree"),
        .product(name: "ObjectSnapshot", package: "model-tree"),
        .product(name: "TreeObjects", package: "model-tree"),
        .product(name: "TreeSnapshot", package: "model-tree"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Chat/App"
    ),
    .testTarget(
      name: "ChatTests",
      dependencies: [
        "Chat", "ChatModels",
        .product(name: "ObjectSnapshot", package: "model-tree"),
        .product(name: "TreeAnalysis", package: "model-tree"),
        .product(name: "TreeObjects", package: "model-tree"),
        .product(name: "TreeSnapshot", package: "model-tree"),
        .product(name: "TreeSpec", package: "model-tree"),
      ],
      path: "Tests/ChatTests"
    ),
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
        .product(name: "ModelTreeStorage", package: "model-tree"),
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
        .product(name: "ModelTreeStorage", package: "model-tree"),
        .product(name: "ModelTreeTesting", package: "model-tree"),
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
