/// A version of the protocol that an app and the command speak.
package struct LinkVersion: Hashable, Sendable {
  /// Changes where one side no longer understands the other.
  package var major: Int
  /// Changes where something is added.
  package var minor: Int

  /// The version that this code speaks.
  package static let current = LinkVersion(major: 1, minor: 0)

  /// Names a version.
  package init(major: Int, minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// Reads `1.0`; nil where the text is no version.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let major = Self.number(parts[0]), let minor = Self.number(parts[1])
    else { return nil }
    self.init(major: major, minor: minor)
  }

  private static func number(_ digits: Substring) -> Int? {
    digits.utf8.allSatisfy { $0 &- 0x30 < 10 } && digits.utf8.count < 10 ? Int(digits) : nil
  }

  /// Whether the side that speaks this version understands the other.
  package func understands(_ other: LinkVersion) -> Bool { major == other.major }
}

extension LinkVersion: CustomStringConvertible {
  /// The version as it is written: `1.0`.
  package var description: String { "\(major).\(minor)" }
}
