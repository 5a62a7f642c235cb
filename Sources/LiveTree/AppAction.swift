package import TreeSnapshot

/// An action that the app offers at a prompt.
public struct AppAction {
  package let description: TargetAction
  /// How many words must follow the name.
  let requiredWords: Int
  let perform: ([String]) throws -> String

  /// Creates an action.
  ///
  /// - Parameters:
  ///   - usage: the action's name and its parameters, such as `pick SUBJECT [TOPIC]`. Words in
  ///     brackets are optional; if any other word is missing, the action isn't performed.
  ///   - help: a sentence that describes the action.
  ///   - perform: performs the action on the tree's actor and returns a line of text. If it throws
  ///     an error, the prompt shows the error's description.
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

/// The app has no tree at the moment.
public struct NoTreeError: Error, Hashable, CustomStringConvertible {
  /// What to do about it.
  public var description: String { "the app holds no tree now; open a session first" }
}
