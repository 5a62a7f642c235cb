import ModelTree
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Compares the route of a message through a live tree with its expected takers. No handler runs.
@MainActor
struct RouteExpectation {
  private let message: Message
  private let label: String?
  private let raiser: Model

  init<Code: MessageCode>(_ code: Code, from raiser: Model) {
    message = Message(kind: Code.kind, domain: Code.domain, code: code.code)
    label = code.label
    self.raiser = raiser
  }

  /// Why others than these models take it; nil where they do.
  func failure(expecting takers: [Model]) -> Failure? {
    let root = raiser.root
    if !(root is Session) { return gone(raiser) }
    for taker in takers where taker.root !== root {
      if !(taker.root is Session) { return gone(taker) }
      return Failure(
        text: "\(name(taker)) is in another tree than \(name(raiser)), which should raise "
          + "\(shownMessage): no message leads from one to the other.")
    }
    let tree = root.snapshot()
    let positions = takers.compactMap { tree.position(ofID: $0.id) }
    guard let position = tree.position(ofID: raiser.id) else { return gone(raiser) }
    let route = tree.route(of: message, raisedAt: position)
    let isRight =
      switch route.outcome {
      case .handled(let handler): positions == [handler]
      case .delivered(let receivers): receivers == Set(positions).sorted()
      case .uncaught, .unhandled, .unheard: positions.isEmpty
      }
    if isRight { return nil }
    let text = RouteText(route, label: label, expected: positions, in: tree)
    return Failure(text: text.lines.joined(separator: "\n"), tree: tree)
  }

  private var shownMessage: String {
    SafeText("\(message)" + (label.map { " (\($0))" } ?? "")).string
  }

  private func name(_ model: Model) -> String {
    "\(SafeText(String(describing: type(of: model)))) #\(model.id)"
  }

  private func gone(_ model: Model) -> Failure {
    Failure(text: "\(name(model)) has left its tree: no route of \(shownMessage) leads there.")
  }
}
