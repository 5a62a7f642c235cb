package import TextIO

/// Why a command cannot do what it is asked to.
package struct ConsoleError: Error, Hashable, Sendable {
  /// One line that says what is wrong and what to do.
  package let words: SafeText

  /// Creates an error.
  package init(_ words: SafeText) { self.words = words }

  /// A command is not written as it must be.
  static func misuse(usage: String) -> ConsoleError { ConsoleError("write it as: \(usage)") }

  /// A target does not have what a command needs.
  package static func lacks(_ capability: Capability, _ kind: TargetKind) -> ConsoleError {
    ConsoleError("\(capability.reason(kind)); \(capability.remedy(kind))")
  }

  /// The app holds another tree than when the command looked at it.
  static let otherTree = ConsoleError("the app has opened another tree; look again")
}

extension ConsoleError: CustomStringConvertible {
  /// One line that says what is wrong and what to do.
  package var description: String { words.string }
}
