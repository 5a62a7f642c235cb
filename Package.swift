// swift-tools-version: 6.2
import PackageDescription

// An app's store asks why it reads attributes of files. A resource would bring Foundation into the
// modules of other systems.
#if os(macOS)
  let privacyManifest: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
  let notCompiled: [String] = []
#else
  let privacyManifest: [Resource] = []
  let notCompiled = ["PrivacyInfo.xcprivacy"]
#endif

/// A package that depends on this one fetches nothing for it, unless it asks for the trait `Command`; a
/// clone has the command as it is. To choose a version, the package manager reads this file out of the
/// repository, at the place "/", and then in its folder of checkouts.
let place = Context.packageDirectory
let isDependency = place == "/" || place.contains("/checkouts/") || place.contains("/registry/")

/// What the command and the prompt inside an app need of other packages.
let command = TargetDependencyCondition.when(traits: ["Command"])
/// The same on systems with a terminal. Elsewhere, and without the trait, the prompt's module says in
/// one sentence what to do.
let prompt = TargetDependencyCondition.when(platforms: [.macOS, .linux], traits: ["Command"])

/// The commit that `modeltree --version` shows: tools say it, a clone knows it, and git writes it into an
/// archive of the sources. It becomes a C constant, so anything but hexadecimal digits is left out.
let commit =
  (Context.environment["MODELTREE_COMMIT"] ?? Context.gitInformation?.currentCommit
  ?? "$Format:%H$").prefix(9)
let knownCommit = commit.allSatisfy(\.isHexDigit) ? String(commit) : ""

let package = Package(
  name: "model-tree",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .visionOS(.v1)],
  products: [
    .library(name: "ModelTree", targets: ["ModelTree"]),
    .library(name: "ModelTreeJournal", targets: ["ModelTreeJournal"]),
    .library(name: "ModelTreeStorage", targets: ["ModelTreeStorage"]),
    .library(name: "ModelTreeTelemetry", targets: ["ModelTreeTelemetry"]),
    .library(name: "ModelTreeInspector", targets: ["ModelTreeInspector"]),
    .library(name: "ModelTreeAgent", targets: ["ModelTreeAgent"]),
    .library(name: "ModelTreeTesting", targets: ["ModelTreeTesting"]),
    .library(name: "TreeObjects", targets: ["TreeObjects"]),
    .library(name: "TreeSnapshot", targets: ["TreeSnapshot"]),
    .executable(name: "modeltree", targets: ["modeltree"]),
    .executable(name: "modeltree-page", targets: ["modeltree-page"]),
  ],
  traits: [
    .default(enabledTraits: isDependency ? [] : ["Command"]),
    // Off, the packages that a trait needs are neither fetched nor planned.
    .trait(
      name: "Command",
      description: """
        The command, its page, and ModelTreeInspector: they need swift-argument-parser and FlyingFox.
        """
    ),
    .trait(
      name: "Telemetry",
      description:
        "What ModelTreeTelemetry holds: it needs swift-metrics and swift-distributed-tracing."
    ),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
  ],
  targets: [
    // Headers alone, which link nothing: what Swift can't call, and stores in order. swift-system has a
    // target named CSystem.
    .systemLibrary(name: "CTreeSystem"),
    // Finds Graphviz at run time.
    .systemLibrary(name: "CGraphviz"),
    // Finds libedit at run time.
    .systemLibrary(name: "CEditLine"),
    .target(
      name: "CVersion", cSettings: [.define("MODELTREE_COMMIT", to: "\"\(knownCommit)\"")]),

    .target(
      name: "TextIO", exclude: notCompiled, resources: privacyManifest),
    .target(name: "TreeSnapshot", dependencies: ["TextIO"]),
    .target(name: "TreeObjects", dependencies: ["TreeSnapshot", "TextIO"]),
    .target(name: "TreeJournal", dependencies: ["TreeSnapshot", "TextIO"]),
    .target(name: "TreeAnalysis", dependencies: ["TreeSnapshot", "TextIO"]),
    .target(
      name: "TreeSpec", dependencies: ["TreeAnalysis", "TreeJournal", "TreeSnapshot", "TextIO"]),
    .target(
      name: "TreeDrawing", dependencies: ["TreeAnalysis", "TreeSnapshot", "TextIO", "CGraphviz"]),

    .target(name: "ModelTree", dependencies: ["TreeSnapshot", "TextIO"]),
    .target(
      name: "ModelTreeJournal",
      dependencies: ["ModelTree", "TreeJournal", "TreeSnapshot", "TextIO"]),
    .target(name: "ModelTreeStorage", dependencies: ["ModelTree", "TextIO"]),
    .target(
      name: "ModelTreeTelemetry",
      dependencies: [
        "ModelTree", "TreeSnapshot",
        .product(
          name: "CoreMetrics", package: "swift-metrics", condition: .when(traits: ["Telemetry"])),
        .product(
          name: "Tracing", package: "swift-distributed-tracing",
          condition: .when(traits: ["Telemetry"])),
      ]
    ),

    .target(
      name: "TreeRuns",
      dependencies: ["TreeSpec", "TreeAnalysis", "TreeJournal", "TreeSnapshot", "TextIO"]),
    .target(name: "Holders", dependencies: ["TextIO", "CTreeSystem"]),
    .target(
      name: "TreeExport", dependencies: ["TreeAnalysis", "TreeJournal", "TreeSnapshot", "TextIO"]),

    .target(
      name: "LiveTree",
      dependencies: [
        "ModelTreeJournal", "ModelTree", "TreeObjects", "TreeJournal", "TreeSnapshot", "TextIO",
        "CTreeSystem",
      ]),
    .target(name: "TreeLink", dependencies: ["TreeJournal", "TreeSnapshot", "TextIO"]),
    .target(
      name: "ModelTreeAgent",
      dependencies: [
        "LiveTree", "TreeLink", "ModelTreeJournal", "ModelTree", "TreeObjects", "TreeJournal",
        "TreeSnapshot", "TextIO",
      ]
    ),
    .target(
      name: "ModelTreeTesting",
      dependencies: [
        "LiveTree", "TreeRuns", "Holders", "ModelTreeJournal", "ModelTree", "TreeSpec",
        "TreeAnalysis", "TreeJournal", "TreeObjects", "TreeSnapshot", "TextIO",
      ]
    ),

    .target(name: "LineEditing", dependencies: ["TextIO", "CTreeSystem", "CEditLine"]),
    .target(
      name: "TreeConsole",
      dependencies: [
        "LineEditing", "TreeLink", "TreeRuns", "Holders", "TreeExport", "TreeDrawing", "TreeSpec",
        "TreeAnalysis", "TreeJournal", "TreeSnapshot", "TextIO", "CVersion",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser", condition: command),
      ]
    ),
    .target(
      name: "ModelTreeInspector",
      dependencies: [
        "LiveTree", "Holders", "ModelTreeJournal", "ModelTree", "TreeAnalysis", "TreeJournal",
        "TreeObjects", "TreeSnapshot", "TextIO",
        .target(name: "LineEditing", condition: prompt),
        .target(name: "TreeConsole", condition: prompt),
      ]
    ),
    // Without the trait, both programs say in one sentence what to do.
    .executableTarget(
      name: "modeltree", dependencies: [.target(name: "TreeConsole", condition: command)]),

    .target(
      name: "TreePage",
      dependencies: [
        "TreeConsole", "TreeDrawing", "TreeAnalysis", "TreeJournal", "TreeSnapshot", "TextIO",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser", condition: command),
        .product(name: "FlyingSocks", package: "FlyingFox", condition: command),
      ],
      // `tools/page-files` writes them into a file of Swift.
      exclude: ["Files"]
    ),
    .executableTarget(
      name: "modeltree-page", dependencies: [.target(name: "TreePage", condition: command)]),

    .target(
      name: "TestSupport", dependencies: ["TreeSnapshot", "TextIO"], path: "Tests/TestSupport"),
    .executableTarget(
      name: "JournalVictim",
      dependencies: ["ModelTreeJournal", "ModelTree", "TreeSnapshot", "TestSupport"],
      path: "Tests/JournalVictim"),
    .executableTarget(name: "MemoryVictim", path: "Tests/MemoryVictim"),
    .executableTarget(
      name: "ListeningApp",
      dependencies: ["ModelTreeAgent", "ModelTreeJournal", "ModelTree", "TreeObjects"],
      path: "Tests/ListeningApp"),
    .executableTarget(
      name: "BuggyApps", dependencies: ["ModelTreeAgent", "ModelTreeJournal", "ModelTree"],
      path: "Tests/BuggyApps"),
    .target(name: "SharedLibrary", path: "Tests/SharedLibrary"),
    .testTarget(name: "HoldersTests", dependencies: ["Holders", "MemoryVictim", "TestSupport"]),
    .testTarget(name: "TextIOTests", dependencies: ["TextIO", "TestSupport"]),
    .testTarget(
      name: "TreeSnapshotTests", dependencies: ["TreeSnapshot", "TextIO", "TestSupport"]),
    .testTarget(
      name: "TreeJournalTests",
      dependencies: ["TreeJournal", "TreeSnapshot", "TextIO", "TestSupport"]),
    .testTarget(
      name: "TreeObjectsTests",
      dependencies: [
        "SharedLibrary", "TreeObjects", "ModelTreeInspector", "TreeAnalysis", "TreeSnapshot",
      ]
    ),
    .testTarget(
      name: "ModelTreeTests",
      dependencies: [
        "ModelTreeStorage", "ModelTreeJournal", "LiveTree", "ModelTree", "TreeJournal",
        "TreeAnalysis", "TreeSnapshot", "TextIO",
        "TestSupport", "JournalVictim", "modeltree",
      ]
    ),
    .testTarget(
      name: "TreeAnalysisTests",
      dependencies: ["TreeSpec", "TreeAnalysis", "TreeSnapshot", "TextIO", "TestSupport"]),
    .testTarget(
      name: "TreeSpecTests",
      dependencies: [
        "TreeSpec", "LiveTree", "ModelTreeJournal", "ModelTree", "TreeAnalysis", "TreeJournal",
        "TreeSnapshot", "TextIO",
        "TestSupport",
      ]),
    .testTarget(
      name: "TreeDrawingTests",
      dependencies: ["TreeDrawing", "TreeAnalysis", "TreeSnapshot", "TextIO", "TestSupport"]),
    .testTarget(
      name: "LineEditingTests", dependencies: ["LineEditing", "TextIO", "TestSupport"]),
    .testTarget(
      name: "TreeLinkTests",
      dependencies: [
        "TreeLink", "TreeAnalysis", "TreeJournal", "TreeSnapshot", "TextIO", "TestSupport",
      ]),
    .testTarget(
      name: "ModelTreeAgentTests",
      dependencies: [
        "BuggyApps", "ModelTreeAgent", "LiveTree", "TreeLink", "TreeConsole", "ModelTreeJournal",
        "ModelTree",
        "TreeObjects", "TreeAnalysis", "TreeJournal", "TreeSnapshot", "TextIO", "TestSupport",
        "ListeningApp", "modeltree",
      ]
    ),
    .testTarget(
      name: "TreeExportTests",
      dependencies: [
        "TreeExport", "TreeSpec", "TreeAnalysis", "TreeJournal", "TreeSnapshot", "TextIO",
        "ModelTreeJournal", "ModelTree", "TestSupport",
      ]
    ),
    .testTarget(
      name: "TreeRunsTests",
      dependencies: [
        "TreeRuns", "ModelTreeJournal", "ModelTree", "TreeJournal", "TextIO", "TestSupport",
      ]),
    .testTarget(
      name: "TreeConsoleTests",
      dependencies: [
        "TreeConsole", "LiveTree", "ModelTreeJournal", "ModelTree", "LineEditing", "TreeAnalysis",
        "TreeJournal", "TreeSnapshot",
        "TextIO", "TestSupport", "Holders", "modeltree",
      ],
      exclude: ["Agents/client.py", "CI/ci.py", "Traces/traces.py"]
    ),
    .testTarget(
      name: "TreePageTests",
      dependencies: [
        "TreePage", "TreeConsole", "TreeJournal", "TextIO", "TestSupport", "modeltree",
        "modeltree-page", "ListeningApp",
      ],
      exclude: ["browser.py"]
    ),
    .testTarget(
      name: "ModelTreeInspectorTests",
      dependencies: [
        "ModelTreeInspector", "LiveTree", "ModelTreeJournal", "ModelTree", "TreeObjects",
        "TreeConsole", "TreeAnalysis",
        "TreeJournal", "TreeSnapshot", "TextIO", "TestSupport",
      ]
    ),
    .testTarget(
      name: "ModelTreeTestingTests",
      dependencies: [
        "ModelTreeTesting", "LiveTree", "ModelTreeJournal", "ModelTree", "TreeRuns", "TreeSpec",
        "TreeAnalysis",
        "TreeJournal", "TreeSnapshot", "TextIO", "TestSupport",
      ],
      exclude: ["Specs", "Articles/Specs"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// tools/benchmarks measures a module that no user links.
if Context.environment["MODELTREE_BENCHMARKS"] != nil {
  package.products.append(.library(name: "TreeAnalysis", targets: ["TreeAnalysis"]))
}

// The rooms are folders of Sources. Each uses only those below it, which tools/structure checks.
let rooms = [
  "Page": ["TreePage", "modeltree-page"],
  "Command": ["LineEditing", "TreeConsole", "ModelTreeInspector", "modeltree"],
  "Apps": ["LiveTree", "TreeLink", "ModelTreeAgent", "ModelTreeTesting"],
  "More": ["TreeRuns", "Holders", "TreeExport"],
  "Runtime": ["ModelTree", "ModelTreeJournal", "ModelTreeStorage", "ModelTreeTelemetry"],
  "Tree": [
    "TextIO", "TreeSnapshot", "TreeObjects", "TreeJournal", "TreeAnalysis", "TreeSpec",
    "TreeDrawing",
  ],
  "C": ["CEditLine", "CGraphviz", "CVersion", "CTreeSystem"],
]
for (room, names) in rooms {
  for target in package.targets where names.contains(target.name) {
    target.path = "Sources/\(room)/\(target.name)"
  }
}

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}

// Tests of models live where models do, as an app's own do in a new project of Xcode.
for target in package.targets
where [
  "ModelTreeTests", "ModelTreeInspectorTests", "ModelTreeTestingTests", "TreeRunsTests",
].contains(target.name) {
  target.swiftSettings?.append(.defaultIsolation(MainActor.self))
}
