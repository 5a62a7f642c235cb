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
    let stray = ([raiser] + takers).first { $0.root !== root || !(root is Session) }
    let tree = root.snapshot()
    guard stray == nil, let position = tree.position(ofID: raiser.id) else {
      let model = stray ?? raiser
      let place =
        model.root is Session ? "is in another tree than \(raiser.shownName)" : "has left its tree"
      return Failure("\(model.shownName) \(place): no route of \(shownMessage) leads there.")
    }
    let positions = takers.compactMap { tree.position(ofID: $0.id) }
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
      text.lines.joined(separator: "\n"), tree: tree, journal: raiser.recording?.journal.lines())
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
    let width = route.hops.map { words.name($0.node).columns }.max() ?? 0
    return route.hops.enumerated().map { number, hop in
      let digits = SafeText("\(number)")
      return SafeText(repeating: " ", count: max(0, 4 - digits.columns))
        + "\(digits)  \(words.name(hop.node).padded(to: width))  "
        + "\(SafeText(hop.verdict.rawValue).padded(to: 7))  \(words.reason(of: hop))"
    }
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
