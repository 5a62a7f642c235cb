import TreeAnalysis
import TreeSnapshot

/// The marks of a route on the nodes and edges of a drawing.
struct RouteMarks: Sendable {
  /// A node's role in the route; later roles take precedence.
  enum Role: Int, Sendable {
    case raiser, source, end, taker
  }

  struct Node: Sendable {
    var role: Role
    /// The words next to the name, such as `raised here`.
    var words: [String]
  }

  /// The edge above a node.
  enum Edge: Hashable, Sendable {
    /// A hop of an error or a bubble, counted from 1.
    case hop(Int)
    /// A step of an event's way down.
    case way
  }

  private(set) var nodes: [Int: Node] = [:]
  /// By the position of the edge's lower node.
  private(set) var edges: [Int: Edge] = [:]
  /// The route's nodes within the drawing, with their ancestors up to its top.
  private(set) var kept: Set<Int> = []

  init(_ route: Route?, in snapshot: Snapshot, root: Int) {
    guard let route, snapshot.positions.contains(route.raiser) else { return }
    let subtree = snapshot[root].subtree
    switch route.message.kind {
    case .error, .bubble:
      markRise(of: route, root: root, subtree: subtree)
    case .event:
      markFall(of: route, in: snapshot, root: root, subtree: subtree)
    }
    nodes = nodes.filter { subtree.contains($0.key) }
    keepAncestors(in: snapshot, root: root)
  }

  private mutating func markRise(of route: Route, root: Int, subtree: Range<Int>) {
    mark(route.raiser, .raiser, "raised here")
    for (hop, from) in route.hops.dropLast().enumerated() where subtree.contains(from.node) {
      if from.node == root {
        mark(root, .source, "continues above")
      } else {
        edges[from.node] = .hop(hop + 1)
      }
    }
    guard let last = route.hops.last?.node else { return }
    switch route.outcome {
    case .handled(let handler): mark(handler, .taker, "handled here")
    case .uncaught: mark(last, .end, "uncaught: ends here")
    case .unhandled: mark(last, .end, "no model handles it")
    case .delivered, .unheard: break
    }
  }

  private mutating func markFall(
    of route: Route, in snapshot: Snapshot, root: Int, subtree: Range<Int>
  ) {
    mark(route.raiser, .raiser, "raised here")
    let session = snapshot.eventSession(ofRaiserAt: route.raiser)
    mark(session, .source, "sent down from here")
    guard case .delivered(let receivers) = route.outcome else {
      return mark(session, .end, "no model is registered")
    }
    if session < root, receivers.contains(where: subtree.contains) {
      mark(root, .source, "comes from above")
    }
    for (place, receiver) in receivers.enumerated() {
      mark(receiver, .taker, "receives it, \(ordinal(place + 1))")
      guard subtree.contains(receiver) else { continue }
      var node = receiver
      // Ends at the first edge that another receiver has marked, so that each is visited once.
      while node > root, node != session, edges[node] == nil {
        edges[node] = .way
        node = Int(snapshot.columns.parents[node])
      }
    }
  }

  private mutating func mark(_ position: Int, _ role: Role, _ words: String) {
    var node = nodes[position] ?? Node(role: role, words: [])
    if role.rawValue > node.role.rawValue { node.role = role }
    node.words.append(words)
    nodes[position] = node
  }

  private mutating func keepAncestors(in snapshot: Snapshot, root: Int) {
    for position in nodes.keys {
      var node = position
      while node >= root, kept.insert(node).inserted { node = Int(snapshot.columns.parents[node]) }
    }
  }
}

extension Palette.Tone {
  /// A node on a route.
  init(_ role: RouteMarks.Role, _ kind: Message.Kind) {
    switch role {
    case .taker: self = .taker
    case .end: self = .end
    case .raiser, .source: self.init(kind)
    }
  }
}

/// `1st`, `2nd`, `11th`.
func ordinal(_ number: Int) -> String {
  let suffix =
    switch (number % 100, number % 10) {
    case (11...13, _): "th"
    case (_, 1): "st"
    case (_, 2): "nd"
    case (_, 3): "rd"
    default: "th"
    }
  return "\(number)\(suffix)"
}
