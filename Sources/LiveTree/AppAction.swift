package import TreeSnapshot

/// Something that the app offers to do when it is asked at a prompt.
public struct AppAction {
  package let description: TargetAction
  /// How many words must follow the name.
  let requiredWords: Int
  let perform: ([String]) throws -> String

  /// Describes an action.
  ///
  /// - Parameters:
  ///   - usage: the word that names it and what follows: `pick SUBJECT [TOPIC]`. It is not
  ///     performed with fewer words than that; words in brackets may be left out.
  ///   - help: what it does, in a sentence.
  ///   - perform: does it on the tree's actor, and answers in a line. An error's description
  ///     is shown at the prompt.
  public init(_ usage: String, help: String, perform: @escaping ([String]) throws -> String) {
    let name = usage.split(separator: " ").first.map(String.init) ?? usage
    requiredWords = usage.split(separator: " ").dropFirst().count { !$0.hasPrefix("[") }
    description = TargetAction(name: name, usage: usage, help: help)
    self.perform = perform
  }
}

/// An action is called with too few words.
struct MissingWordsError: Error, CustomStringConvertible {
  let usage: String
  var description: String { "more words are needed: \(usage)" }
}

/// The model left the tree before the message was raised.
struct GoneError: Error, CustomStringConvertible {
  var description: String { "the model has left the tree meanwhile; look again" }
}

/// The app holds no tree at the moment.
public struct NoTreeError: Error, Hashable, CustomStringConvertible {
  /// What to do about it.
  public var description: String { "the app holds no tree now; open a session first" }
}
