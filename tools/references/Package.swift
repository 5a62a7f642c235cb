// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "references",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "structure", targets: ["structure"])
  ],
  targets: [
    .systemLibrary(name: "CIndexStore"),
    .executableTarget(name: "structure", dependencies: ["CIndexStore"]),
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
