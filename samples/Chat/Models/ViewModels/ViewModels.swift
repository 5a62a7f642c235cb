// What the views show. A view knows these protocols, and neither a message nor the classes that
// are behind them.

/// A message in the list.
package protocol MessageViewModel: AnyObject {
  var number: Int { get }
  var author: String { get }
  var text: String { get }
  /// What the message replies to; nil where it replies to nothing.
  var quote: String? { get }
  /// How far the message has come; nil where there is nothing to say.
  var status: String? { get }
}

/// The field in which a message is written.
package protocol ComposerViewModel: AnyObject {
  var prompt: String { get }
}

/// What can be chosen for a message.
package protocol ActionSheetViewModel: AnyObject {
  var title: String { get }
  /// What can be chosen; at least one.
  var choices: [Choice] { get }
}

/// All that is known of a message.
package protocol DetailsViewModel: AnyObject {
  var title: String { get }
  var rows: [(name: String, value: String)] { get }
}

/// A word to the user that goes by itself.
package protocol NoticeViewModel: AnyObject {
  var text: String { get }
}
