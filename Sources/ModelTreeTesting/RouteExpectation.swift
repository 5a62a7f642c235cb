import ModelTree
import TreeAnalysis
import TreeSnapshot

/// Compares the route of a message through a live tree with its expected takers. No handler runs.
@MainActor
struct RouteExpectation {
  private let message: DeclaredMessage
  private let raiser: Model

  init<Code: MessageCode>(_ code: Code, from raiser: Model) {
    message = DeclaredMessage(
      Message(kind: Code.kind, domain: Code.domain, code: code.code), label: code.label)
    self.raiser = raiser
  }

  /// Why others than these models take it; nil where they do.
  func failure(expecting takers: [Model]) -> Failure? {
    let root = raiser.root
    if !(root is Session) { return gone(raiser) }
    for taker in takers where taker.root !== root {
      if !(taker.root is Session) { return gone(taker) }
      return Failure(.otherTree(name(taker), raiser: name(raiser), message))
    }
    let tree = root.snapshot()
    let positions = takers.compactMap { tree.position(ofID: $0.id) }
    guard let position = tree.position(ofID: raiser.id) else { return gone(raiser) }
    let route = tree.route(of: message.message, raisedAt: position)
    let isRight =
      switch route.outcome {
      case .handled(let handler): positions == [handler]
      case .delivered(let receivers): receivers == Set(positions).sorted()
      case .uncaught, .unhandled, .unheard: positions.isEmpty
      }
    if isRight { return nil }
    var failure = Failure(
      .wrongRoute(route, label: message.label, expected: positions, in: tree), tree: tree)
    failure.journal = FailureJournal(raiser.journalReader)
    return failure
  }

  private func name(_ model: Model) -> Failure.ModelName {
    Failure.ModelName(type: String(describing: type(of: model)), id: model.id)
  }

  private func gone(_ model: Model) -> Failure { Failure(.detached(name(model), message)) }
}
