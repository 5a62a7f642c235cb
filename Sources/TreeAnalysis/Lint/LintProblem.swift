import TreeSnapshot

/// What is wrong at one place of a tree, by numbers of names.
enum LintProblem {
  /// The model raises an error or a bubble, and no model from it up to the root is registered for it.
  case unhandled(MessageKey)
  /// The model raises an event, and no model of the session at this position is registered for it.
  case unheard(MessageKey, session: Int32)
  /// Every model known to raise the message has a nearer handler.
  case shadowed(MessageKey)
  /// No model known to raise the message is where it would come from.
  case unreachable(MessageKey)
  /// The model is registered for the message more than once.
  case duplicate(MessageKey)
  /// The session lacks a service that another session of its type provides.
  case missingService(Symbol)
  /// The session provides a service that another one around it provides, too.
  case shadowedService(Symbol)
  /// The local session is not open.
  case unopened
  /// Messages lead from the model to others and back; at least two steps.
  case cycle([CycleStep])
  /// The subscription's event, by its place among the missed ones, was raised before it was made.
  case missed(MessageKey, Int32)
  /// The model left the tree and is still alive.
  case leaked
  /// The message's name is also used for a message of another kind.
  case sharedName(MessageKey, with: Message.Kind)
  /// The error is declared, and no model is registered for it.
  case declaredOnly(MessageKey)

  /// The message that the problem is about.
  var message: MessageKey? {
    switch self {
    case .unhandled(let message), .unheard(let message, _), .shadowed(let message),
      .unreachable(let message), .duplicate(let message), .sharedName(let message, _),
      .declaredOnly(let message), .missed(let message, _):
      message
    case .cycle(let steps): steps.first?.message
    case .missingService, .shadowedService, .unopened, .leaked: nil
    }
  }
}
