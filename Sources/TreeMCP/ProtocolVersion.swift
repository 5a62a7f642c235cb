/// The versions of the Model Context Protocol that the server speaks.
///
/// Until 2025 a client begins with `initialize`, and both keep to what they agree on. From 2026-07-28
/// on, each request says its version by itself, and `server/discover` asks for what the server offers.
enum ProtocolVersion {
  /// Those that `initialize` agrees on, the latest last.
  static let agreed = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]

  /// Those that each request names, the latest last.
  static let named = ["2026-07-28"]

  /// The version for a client that asks `initialize` for one: that, or the latest.
  static func answering(_ version: String?) -> String {
    if let version, agreed.contains(version) { return version }
    return agreed[agreed.count - 1]
  }
}
