package import TreeJournal

/// An action that the app offers at a prompt.
public struct AppAction {
  package let description: TargetAction
  /// The values of parameters now, by their names.
  private let values: [String: () -> [String]]
  /// How many words must follow the name.
  let requiredWords: Int
  let perform: ([String]) throws -> String

  /// Creates an action.
  ///
  /// - Parameters:
  ///   - usage: the action's name and its parameters, such as `pick SUBJECT [TOPIC]`. Words in
  ///     brackets are optional; if any other word is missing, the action isn't performed.
  ///   - help: a sentence that describes the action.
  ///   - values: the values that parameters take, by their names in the usage, such as
  ///     `["SUBJECT": { app.subjects }]`. Completion and help show them. Each closure is called on
  ///     the tree's actor when they are asked for; the action may get other words, too.
  ///   - perform: performs the action on the tree's actor and returns a line of text. If it throws
  ///     an error, the prompt shows the error's description.
  public init(
    _ usage: String, help: String = "", values: [String: () -> [String]] = [:],
    perform: @escaping ([String]) throws -> String
  ) {
    let name = usage.split(separator: " ").first.map(String.init) ?? usage
    requiredWords = usage.split(separator: " ").dropFirst().count { !$0.hasPrefix("[") }
    description = TargetAction(name: name, usage: usage, help: help)
    self.values = values
    self.perform = perform
  }

  /// The description with the values that parameters take now.
  var presentDescription: TargetAction {
    var action = description
    action.values = values.mapValues { $0() }
    return action
  }
}

/// Why a request to a live tree isn't met: one line with the problem and its remedy.
struct RefusedError: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// The model left the tree before the message was raised.
  static let gone = RefusedError("the model has left the tree meanwhile; look again")
}

/// The app has no tree at the moment.
public struct NoTreeError: Error, Hashable, CustomStringConvertible {
  package init() {}

  /// What to do about it.
  public var description: String { "the app holds no tree now; open a session first" }
}
