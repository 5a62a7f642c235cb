/// A system that the package supports.
struct Platform: Sendable {
  enum Kind: Sendable {
    case apple
    case musl
  }

  let name: String
  let kind: Kind
  let target: String
  /// The target of older software, which the compiler accepts in modules and which is as long as
  /// `ownTarget`.
  let moduleTarget: String
  /// The toolchain's folder for the platform's modules.
  let folder: String
  /// The name of a module's file there.
  let file: String
  /// Whether to check all modules, not only those that apps link.
  let isForCommand: Bool
  /// Whether to check tests, too.
  var hasTests = false
  /// The version of iOS whose functions the system has, if it has no versions of its own in headers.
  var versionAsOnPhones: String?

  /// The target of the toolchain's own modules.
  static let ownTarget = "x86_64-unknown-linux-gnu"

  static let all = [
    Platform(
      name: "macOS 13", kind: .apple, target: "x86_64-apple-macosx13.0",
      moduleTarget: "x86_64-apple-macosx10.15", folder: "macosx", file: "x86_64-apple-macos",
      isForCommand: true, hasTests: true),
    Platform(
      name: "iOS 16", kind: .apple, target: "arm64-apple-ios16.0",
      moduleTarget: "arm64-apple-ios13.0.0.00", folder: "iphoneos", file: "arm64-apple-ios",
      isForCommand: false),
    Platform(
      name: "tvOS 16", kind: .apple, target: "arm64-apple-tvos16.0",
      moduleTarget: "arm64-apple-tvos13.0.0.0", folder: "appletvos", file: "arm64-apple-tvos",
      isForCommand: false),
    Platform(
      name: "visionOS 1", kind: .apple, target: "arm64-apple-xros1.0",
      moduleTarget: "arm64-apple-xros1.0.0.00", folder: "xros", file: "arm64-apple-xros",
      isForCommand: false, versionAsOnPhones: "17.1"),
    Platform(
      name: "Linux with musl", kind: .musl, target: "x86_64-swift-linux-musl",
      moduleTarget: "x86_64-unknow-linux-musl", folder: "linux-static",
      file: "x86_64-swift-linux-musl",
      isForCommand: true),
  ]

  /// The products that apps link.
  private static let appProducts: Set = [
    "ModelTree", "ModelTreeStorage", "ModelTreeTelemetry", "ModelTreeAgent", "ModelTreeTesting",
    "TreeObjects", "TreeSnapshot",
  ]

  /// Whether a target's sources are compiled for the platform.
  func has(_ target: PackageDescription.Target) -> Bool {
    if target.path.hasPrefix("Tests/") { return hasTests }
    return isForCommand || !Self.appProducts.isDisjoint(with: target.product_memberships ?? [])
  }
}
