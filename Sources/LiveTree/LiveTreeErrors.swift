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
