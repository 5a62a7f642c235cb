import TextIO

/// A word of a shell command.
enum ShellWord {
  /// In quotes where a shell would see more than one plain word.
  static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "@"), 0x80...:
        true
      default: false
      }
    }
    if isPlain, !word.isEmpty { return SafeText(word).string }
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return SafeText("'\(parts.joined(separator: "'\\''"))'").string
  }
}
