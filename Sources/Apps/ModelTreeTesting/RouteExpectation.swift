import ModelTree
import ModelTreeJournal
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Compares the route of a message through a live tree with its expected handlers or receivers. No
/// handler runs.
@MainActor
struct RouteExpectation {
  private let message: DeclaredMessage
  private let raiser: Model

  init<Code: MessageCode>(_ code: Code, from raiser: Model) {
    message = DeclaredMessage(
      Message(kind: Code.kind, domain: Code.domain, code: code.code), label: code.label)
    self.raiser = raiser
  }

  init<Value: TypedMessage>(_ type: Value.Type, from raiser: Model) {
    message = DeclaredMessage(
      Message(kind: Value.Delivered.kind, domain: Value.domain, code: Value.code),
      label: Value.label)
    self.raiser = raiser
  }

  /// Why the route differs from the expected one; nil if it doesn't.
  func failure(expecting takers: [Model]) -> Failure? {
    let root = raiser.root
    if !(root is Session) { return detachedFailure(of: raiser) }
    for taker in takers where taker.root !== root {
      if !(taker.root is Session) { return detachedFailure(of: taker) }
      return Failure(
        """
        \(taker.shownName) is in another tree than \(raiser.shownName), which should raise \
        \(shownMessage): no message leads from one to the other.
        """)
    }
    let tree = root.snapshot()
    let positions = takers.compactMap { tree.position(ofID: $0.id) }
    guard let position = tree.position(ofID: raiser.id) else { return detachedFailure(of: raiser) }
    let route = tree.route(of: message.message, raisedAt: position)
    let isRight =
      switch route.outcome {
      case .handled(let handler): positions == [handler]
      case .delivered(let receivers): receivers == Set(positions).sorted()
      case .uncaught, .unhandled, .unheard: positions.isEmpty
      }
    if isRight { return nil }
    let text = RouteText(route, label: message.label, expected: positions, in: tree)
    return Failure(
      text.lines.joined(separator: "\n"), tree: tree,
      journal: FailureJournal(raiser.recording?.journal))
  }

  private func detachedFailure(of model: Model) -> Failure {
    Failure("\(model.shownName) has left its tree: no route of \(shownMessage) leads there.")
  }

  private var shownMessage: SafeText {
    "\(message.message)" + (message.label.map { " (\($0))" } ?? "")
  }
}

/// The route of a message, compared with its expected handlers or receivers.
struct RouteText {
  private let route: Route
  private let label: String?
  /// The positions of the expected handlers or receivers.
  private let expected: [Int]
  private let tree: Snapshot
  private let words: RouteWords
  private let paths: NodePaths

  init(_ route: Route, label: String?, expected: [Int], in tree: Snapshot) {
    self.route = route
    self.label = label
    self.expected = expected
    self.tree = tree
    words = RouteWords(route, in: tree)
    paths = NodePaths(tree)
  }

  /// The number of hops shown at each end of a long route.
  private static let hopLimits = (first: 20, last: 4)

  var lines: [String] {
    let middle = route.message.kind == .event ? deliveries : hops + misplaced
    let lines = [heading, ""] + middle + ["", words.outcome.word + words.outcome.rest]
    return lines.map(\.string)
  }

  private var heading: SafeText {
    let label: SafeText = label.map { " (\($0))" } ?? ""
    let places = expected.map(paths.labeledPath).joined(separator: ", ")
    let claim: SafeText =
      switch (route.message.kind, expected.isEmpty) {
      case (.event, true): "should be heard by no model"
      case (.event, false): "should be heard by \(places)"
      case (_, true): "should be handled by no model"
      case (_, false): "should be handled by \(places)"
      }
    return "\(route.message)\(label) raised at \(paths.labeledPath(of: route.raiser)) \(claim)"
  }

  // MARK: Errors and bubbles

  private var hops: [SafeText] {
    let hops = Array(route.hops.enumerated())
    let hidden = hops.count - Self.hopLimits.first - Self.hopLimits.last
    let first = hidden > 0 ? hops.prefix(Self.hopLimits.first) : hops[...]
    let last = hidden > 0 ? hops.suffix(Self.hopLimits.last) : []
    let width = (first + last).map { words.name($0.element.node).columns }.max() ?? 0
    func line(_ number: Int, _ hop: Route.Hop) -> SafeText {
      let digits = SafeText("\(number)")
      let verdict = SafeText(hop.verdict.rawValue).padded(to: 7)
      return SafeText(repeating: " ", count: max(0, 4 - digits.columns))
        + "\(digits)  \(words.name(hop.node).padded(to: width))  \(verdict)  "
        + words.reason(of: hop)
    }
    return first.map(line) + (hidden > 0 ? ["   …  \(hidden) more hops"] : []) + last.map(line)
  }

  /// Why the message doesn't reach its expected handler, unless the hops show it.
  private var misplaced: [SafeText] {
    guard let handler = expected.first, !route.hops.contains(where: { $0.node == handler }) else {
      return []
    }
    let isAbove = tree[handler].subtree.contains(route.raiser)
    let place: SafeText = isAbove ? "is further up than its handler" : "is not on the way"
    return ["", "\(paths.labeledPath(of: handler)) \(place)"]
  }

  // MARK: Events

  private var deliveries: [SafeText] {
    var receivers: [Int] = []
    if case .delivered(let models) = route.outcome { receivers = models }
    let all = Set(receivers).union(expected).sorted()
    let width = all.map { paths.labeledPath(of: $0).columns }.max() ?? 0
    return all.map { model in
      let isHeard = receivers.contains(model)
      let mark: SafeText = !isHeard ? "-" : expected.contains(model) ? " " : "+"
      let note = isHeard ? words.registration(at: model) : "does not hear it: \(whyUnheard(model))"
      return "  \(mark) \(paths.labeledPath(of: model).padded(to: width))  \(note)"
    }
  }

  private func whyUnheard(_ model: Int) -> SafeText {
    let reason = RouteQuery(route.message, in: tree.columns).reason(at: model)
    switch reason {
    case .code, .domain:
      let session = tree.eventSession(ofRaiserAt: route.raiser)
      return "it is outside \(paths.labeledPath(of: session)), from which the event goes down"
    case .noHandlers, .otherCodes, .otherDomains, .otherPayload:
      return words.reason(of: Route.Hop(node: model, verdict: .passed, reason: reason))
    }
  }
}
