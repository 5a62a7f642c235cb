import TreeSnapshot

/// The routing rules, read as they are written, on plain objects: whatever may be decided again is
/// decided again, and nothing is remembered but the tree.
final class Oracle: SteppedTree {
  private enum Handler {
    case closure([Step], of: Value?)
    case own
  }

  private final class Node {
    let id: Int
    let growth: Growth
    var parent: Node?
    var children: [Node] = []
    var registrations: [Interest: Handler] = [:]
    var isOpen = false
    /// Whether its session is closing, or one around that.
    var isClosing = false
    var isHeld: Bool

    init(id: Int, _ growth: Growth, under parent: Node?) {
      self.id = id
      self.growth = growth
      self.parent = parent
      isHeld = growth.isHeld
    }

    var top: Node { parent?.top ?? self }
    var subtree: [Node] { [self] + children.flatMap(\.subtree) }
    /// The nearest session above.
    var sessionAbove: Node? {
      guard let parent else { return nil }
      return parent.growth.isSession ? parent : parent.sessionAbove
    }

    /// The registration that takes a message: that for its code, unless it takes other values, else that
    /// for its domain.
    func registration(for message: Interest, with value: Value?) -> Interest? {
      switch registrations[message] {
      case .closure(_, let wanted?) where wanted != value: break
      case nil: break
      default: return message
      }
      return registrations[message.wholeDomain] != nil ? message.wholeDomain : nil
    }

    func leave() {
      parent?.children.removeAll { $0 === self }
      parent = nil
    }
  }

  weak var runner: StepRunner?
  /// The models that are alive.
  private var nodes: [Int: Node] = [:]
  private var root: Node?
  /// The models that messages under way keep alive: raisers, handlers and receivers to come.
  private var retained: [[Node]] = []
  private var lastID = 0

  init(root growth: Growth) { root = add(growth, under: nil) }

  private func add(_ growth: Growth, under parent: Node?) -> Node {
    lastID += 1
    let node = Node(id: lastID, growth, under: parent)
    nodes[node.id] = node
    parent?.children.append(node)
    return node
  }

  private func node(_ id: Int) -> Node {
    guard let node = nodes[id] else { preconditionFailure("#\(id) is not alive") }
    return node
  }

  // MARK: Steps

  func attach(under parent: Int, _ growth: Growth) -> Int { add(growth, under: node(parent)).id }

  func remove(_ model: Int) {
    node(model).leave()
    releaseUnretained()
  }

  func register(_ model: Int, _ interest: Interest, closure: [Step]?, of value: Value?) {
    node(model).registrations[interest] = closure.map { .closure($0, of: value) } ?? .own
  }

  func unregister(_ model: Int, _ interest: Interest) { node(model).registrations[interest] = nil }

  func release(_ model: Int) {
    node(model).isHeld = false
    releaseUnretained()
  }

  private func retaining(_ nodes: [Node], _ work: () -> Void) {
    retained.append(nodes)
    work()
    retained.removeLast()
    releaseUnretained()
  }

  /// Ends the models without a parent that nothing retains; their children are then without one.
  private func releaseUnretained() {
    var hasEnded = true
    while hasEnded {
      hasEnded = false
      for node in nodes.values where node.parent == nil && !node.isHeld {
        if retained.contains(where: { $0.contains { $0 === node } }) { continue }
        for child in node.children { child.leave() }
        nodes[node.id] = nil
        hasEnded = true
      }
    }
    if let root, nodes[root.id] == nil { self.root = nil }
  }

  func open(_ session: Int) {
    let node = node(session)
    guard node.growth.isSession, !node.isOpen else { return }
    node.isOpen = true
    retaining([node]) {
      runner?.handle(.loaded(node.id), at: node.id, node.growth.whenLoading)
    }
  }

  func close(_ session: Int) {
    let closed = node(session)
    guard closed.growth.isSession, closed.isOpen, !closed.isClosing else { return }
    closed.isOpen = false
    let models = closed.subtree
    for model in models { model.isClosing = true }
    retaining(models) {
      for model in models {
        runner?.handle(.closing(model.id), at: model.id, model.growth.whenClosing)
      }
      for model in models { (model.isOpen, model.isClosing) = (false, false) }
      for child in closed.children { child.leave() }
      closed.leave()
    }
  }

  // MARK: Rules

  func raise(_ model: Int, _ message: Interest, with value: Value?) -> [Int] {
    let raiser = node(model)
    return message.kind == .event
      ? sendDown(message, value, from: raiser) : sendUp(message, value, from: raiser)
  }

  /// Rules 1, 2, 3 and 5.
  private func sendUp(_ message: Interest, _ value: Value?, from raiser: Node) -> [Int] {
    var asked: Node? = raiser
    while let node = asked {
      if let registration = node.registration(for: message, with: value) {
        retaining([raiser, node]) { run(node, registration, message, from: raiser) }
        return [node.id]
      }
      asked = node.parent
    }
    if message.kind == .error, let root, raiser.top === root {
      retaining([raiser, root]) {
        runner?.note(.uncaughtSignal(message))
        runner?.handle(.uncaught(message), at: root.id, root.growth.whenHandling)
      }
    }
    return []
  }

  /// Rules 4, 5 and 6.
  private func sendDown(_ message: Interest, _ value: Value?, from raiser: Node) -> [Int] {
    guard let session = session(around: raiser) else { return [] }
    let top = session.top
    let receivers = session.subtree.filter { $0.registration(for: message, with: value) != nil }
    var delivered: [Int] = []
    retaining([raiser] + receivers) {
      for node in receivers {
        // A detached model does not come back: it has another top for good.
        guard node.top === top, let registration = node.registration(for: message, with: value)
        else { continue }
        delivered.append(node.id)
        run(node, registration, message, from: raiser)
      }
    }
    return delivered
  }

  private func session(around node: Node) -> Node? {
    node === root ? node : node.sessionAbove
  }

  private func run(_ node: Node, _ registration: Interest, _ message: Interest, from raiser: Node) {
    if case .closure(let steps, let value) = node.registrations[registration] {
      runner?.handle(
        value.map { .valueClosure(node.id, message, $0) }
          ?? .closure(node.id, message, from: raiser.id), at: node.id, steps)
    } else {
      runner?.handle(
        .handled(node.id, message, from: raiser.id), at: node.id, node.growth.whenHandling)
    }
  }

  // MARK: Looks

  func parent(of model: Int) -> Int? { node(model).parent?.id }

  func session(of model: Int) -> Int? {
    session(around: node(model))?.id
  }

  func isAlive(_ model: Int) -> Bool { nodes[model] != nil }

  var present: [Int] { root?.subtree.map(\.id) ?? [] }

  var families: [Family] {
    (root?.subtree ?? []).map {
      Family(id: $0.id, parent: $0.parent?.id, children: $0.children.map(\.id))
    }
  }

  var alive: [Int] { nodes.keys.sorted() }
}
