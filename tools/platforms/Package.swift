// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "platforms",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "platforms", targets: ["platforms"])
  ],
  targets: [
    .executableTarget(name: "platforms")
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
