package import TextIO

/// A capability of a target beyond showing its tree, by its name in an app's greeting.
package enum Capability: String, Hashable, Sendable {
  /// Raised messages run handlers.
  case handlers = "raise"
  /// The target knows which models left the tree and are still alive.
  case leaks
  /// The app performs actions that it offers.
  case actions
  /// The target has a journal.
  case journal
  /// The app's clock and the answers of its work can be held.
  case exploring
}

/// The kind of a target's tree.
package enum TargetKind: Hashable, Sendable {
  /// The tree of a dump.
  case dump
  /// The tree of the prompt's own app.
  case live
  /// The tree of another running app.
  case remote
  /// The last known tree of an app that has ended.
  case ended
  /// A copy of a live tree, edited by `what-if`.
  case copy
  /// The tree of a journal's file.
  case journal
  /// A tree at a moment of its journal.
  case moment

  /// The kind in one word, for programs.
  package var word: String { "\(self)" }

  /// Whether the tree may change by itself.
  var isLive: Bool { self == .live || self == .remote }

  /// The kind in words, such as `live tree`.
  var name: SafeText {
    switch self {
    case .dump: "dump"
    case .live: "live tree"
    case .remote: "running app"
    case .ended: "ended app"
    case .copy: "copy"
    case .journal: "journal"
    case .moment: "moment of the past"
    }
  }
}

// All explanations of missing capabilities, with their remedies.
extension Capability {
  /// Why a kind of target lacks the capability.
  func reason(_ kind: TargetKind) -> SafeText {
    switch (self, kind) {
    case (_, .ended): "the app has ended"
    case (.handlers, _): "a \(kind.name) cannot run handlers"
    case (.exploring, .live), (.exploring, .remote): "the app gives no clock to hold"
    case (.exploring, _): "a \(kind.name) has no clock"
    case (.leaks, .live), (.leaks, .remote):
      "the app's objects do not say which of them left their tree"
    case (.leaks, _): "a \(kind.name) does not say which models left the tree and are still alive"
    case (.actions, .live), (.actions, .remote): "the app offers no actions"
    case (.actions, _): "a \(kind.name) performs no actions"
    case (.journal, .live), (.journal, .remote): "the app keeps no journal"
    case (.journal, _): "a \(kind.name) has no journal"
    }
  }

  /// How to reach a target with the capability.
  func remedy(_ kind: TargetKind) -> SafeText {
    switch kind {
    case .dump where self == .journal: "name the file of a journal, or a running app: @NAME"
    case .dump, .journal: "ask a running app, @NAME, or at the prompt inside it"
    case .copy: "'what-if reset' leads back to the live tree"
    case .moment: "'at now', or a command without --at, leads back to the present"
    case .ended: "'attach' looks at its successor"
    case .live where self == .exploring, .remote where self == .exploring:
      "pass an ExplorableClock to its Agent: exploring:"
    case .live where self == .journal: Self.journalRemedy("Inspector")
    case .remote where self == .journal: Self.journalRemedy("Agent")
    case .live: self == .actions ? "pass them to its Inspector" : "inspect a tree of models"
    case .remote: self == .actions ? "pass them to its Agent" : "inspect a tree of models"
    }
  }

  /// How to give an app a journal.
  private static func journalRemedy(_ end: SafeText) -> SafeText {
    """
    pass a Journal(bytes:) to its SessionController or its \(end); objects that aren't models report \
    to it with 'record'
    """
  }
}

/// Why a command can't do its work.
package struct ConsoleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line with the problem and its remedy.
  package let words: SafeText

  /// The same line.
  package var description: String { words.string }

  /// Creates an error.
  package init(_ words: SafeText) { self.words = words }

  /// The syntax of a command is wrong.
  static func misuse(usage: String) -> ConsoleError { ConsoleError("write it as: \(usage)") }

  /// A target lacks a capability that a command needs.
  package static func lacks(_ capability: Capability, _ kind: TargetKind) -> ConsoleError {
    ConsoleError("\(capability.reason(kind)); \(capability.remedy(kind))")
  }

  /// The app's tree was replaced while the command ran.
  static let otherTree = ConsoleError("the app has opened another tree; look again")
}
