// swift-tools-version: 6.2
import PackageDescription

/// A product of the package that the samples show.
func modelTree(_ product: String) -> Target.Dependency {
  .product(name: product, package: "model-tree")
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let database = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

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
    // Packages whose authors know of no inspector, whose objects a test shows.
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/stencilproject/Stencil", from: "0.15.1"),
    // A package with a name of the runtime's.
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .target(
      name: "SampleApps",
      dependencies: [
        modelTree("ModelTree"), modelTree("ModelTreeJournal"), modelTree("ModelTreeAgent"),
        modelTree("ModelTreeInspector"), modelTree("TreeSnapshot"), argumentParser,
      ],
      path: "Shared"
    ),
    .target(name: "SampleTesting", path: "Tests/SampleTesting"),

    .target(name: "CarsModels", path: "Cars/Models"),
    .target(name: "CarsStorage", dependencies: ["CarsModels", database], path: "Cars/Storage"),
    .executableTarget(
      name: "Cars",
      dependencies: [
        "CarsModels", "CarsStorage", "SampleApps", modelTree("ModelTreeJournal"),
        modelTree("ModelTreeInspector"), modelTree("TreeObjects"), argumentParser,
      ],
      path: "Cars/App"
    ),
    .testTarget(
      name: "CarsTests",
      dependencies: [
        "Cars", "CarsModels", "CarsStorage", "SampleApps", "SampleTesting", modelTree("modeltree"),
        database,
        modelTree("ModelTreeInspector"), modelTree("ModelTreeTesting"), modelTree("TreeObjects"),
        modelTree("TreeSnapshot"),
      ],
      path: "Tests/CarsTests"
    ),

    .target(name: "ChatModels", path: "Chat/Models"),
    .executableTarget(
      name: "Chat",
      dependencies: [
        "ChatModels", "SampleApps", modelTree("ModelTreeJournal"), modelTree("ModelTreeInspector"),
        modelTree("TreeObjects"), argumentParser,
      ],
      path: "Chat/App"
    ),
    .testTarget(
      name: "ChatTests",
      dependencies: [
        "Chat", "ChatModels", "SampleApps", "SampleTesting", modelTree("modeltree"),
        modelTree("ModelTreeTesting"),
        modelTree("TreeObjects"), modelTree("TreeSnapshot"),
      ],
      path: "Tests/ChatTests"
    ),

    .target(
      name: "ExamMasterModels", dependencies: [modelTree("ModelTree")], path: "ExamMaster/Models"),
    .executableTarget(
      name: "ExamMaster",
      dependencies: [
        "ExamMasterModels", "SampleApps", modelTree("ModelTree"), modelTree("ModelTreeJournal"),
        modelTree("ModelTreeAgent"), modelTree("ModelTreeStorage"), argumentParser,
      ],
      path: "ExamMaster/App"
    ),
    .testTarget(
      name: "ExamMasterTests",
      dependencies: [
        "ExamMaster", "ExamMasterModels", "SampleApps", "SampleTesting", modelTree("modeltree"),
        modelTree("ModelTree"),
        modelTree("ModelTreeStorage"), modelTree("ModelTreeTesting"), modelTree("TreeSnapshot"),
      ],
      path: "Tests/ExamMasterTests"
    ),

    .target(name: "ProfileModels", path: "Profile/Models"),
    .executableTarget(
      name: "Profile",
      dependencies: [
        "ProfileModels", "SampleApps", modelTree("ModelTreeJournal"),
        modelTree("ModelTreeInspector"),
        modelTree("TreeObjects"), argumentParser,
      ],
      path: "Profile/App"
    ),
    .testTarget(
      name: "ProfileTests",
      dependencies: [
        "Profile", "ProfileModels", "SampleApps", "SampleTesting", modelTree("modeltree"),
        modelTree("ModelTreeTesting"),
        modelTree("TreeSnapshot"),
      ],
      path: "Tests/ProfileTests"
    ),

    .testTarget(
      name: "ReportingTests",
      dependencies: ["Cars", "Chat", "Profile", "SampleTesting", modelTree("modeltree")],
      path: "Tests/ReportingTests"
    ),

    .testTarget(
      name: "FleetTests",
      dependencies: ["Cars", "Chat", "ExamMaster", "Profile", "SampleTesting"],
      path: "Tests/FleetTests",
      exclude: ["engines.py"]
    ),

    .target(name: "Networking", path: "Tests/NameTests/Networking"),
    .target(name: "Records", path: "Tests/NameTests/Records"),
    .testTarget(
      name: "NameTests",
      dependencies: [
        "Networking", "Records", modelTree("ModelTree"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      path: "Tests/NameTests/Tests"
    ),

    .testTarget(
      name: "PublishedPackageTests",
      dependencies: [
        modelTree("TreeObjects"), modelTree("TreeSnapshot"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "Stencil", package: "Stencil"),
      ],
      path: "Tests/PublishedPackageTests"
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

// An app of models as a new project of Xcode makes it: what is not annotated lives on the main actor.
for target in package.targets where ["ExamMasterModels", "ExamMasterTests"].contains(target.name) {
  target.swiftSettings?.append(.defaultIsolation(MainActor.self))
}
