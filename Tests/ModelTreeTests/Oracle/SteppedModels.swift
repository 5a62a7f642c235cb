import ModelTree

/// A tree of real models that takes steps.
final class SteppedModels: SteppedTree {
  private struct Known {
    weak var model: Model?
    /// The model, if something outside the tree retains it.
    var held: Model?
  }

  weak var runner: StepRunner?
  private weak var session: Session?
  private var known: [Int: Known] = [:]

  init(root growth: Growth) {
    let session = SteppedSession(growth, in: self)
    self.session = session
    known[session.id] = Known(model: session, held: session)
    session.uncaughtErrorSignal.subscribeNext { [unowned self] error in
      runner?.note(.uncaughtSignal(Interest(error)))
    }
  }

  func model(_ id: Int) -> Model {
    guard let model = known[id]?.model else { preconditionFailure("#\(id) is not alive") }
    return model
  }

  /// The root session; nil once it is gone.
  var root: Session? { session }

  // MARK: Steps

  func attach(under parent: Int, _ growth: Growth) -> Int {
    let new: Model =
      growth.isSession
      ? SteppedSession(growth, under: model(parent), in: self)
      : SteppedModel(growth, under: model(parent), in: self)
    known[new.id] = Known(model: new, held: growth.isHeld ? new : nil)
    return new.id
  }

  func remove(_ model: Int) { self.model(model).removeFromParent() }

  func register(_ model: Int, _ interest: Interest, closure: [Step]?, of value: Value?) {
    if let value, let closure {
      return interest.register(self.model(model), of: value) { [unowned self] in
        runner?.handle(.valueClosure(model, interest, value), at: model, closure)
      }
    }
    let handler = closure.map { steps in
      { [unowned self] (message: any SteppedMessage) -> Void in
        runner?.handle(
          .closure(model, Interest(message), from: message.raiserID), at: model, steps)
      }
    }
    interest.register(self.model(model), handler)
  }

  func unregister(_ model: Int, _ interest: Interest) { interest.unregister(self.model(model)) }

  func raise(_ model: Int, _ message: Interest, with value: Value?) -> [Int] {
    message.raise(at: self.model(model), with: value).map(\.id)
  }

  func open(_ session: Int) { (model(session) as? Session)?.open() }

  func close(_ session: Int) { (model(session) as? Session)?.close() }

  func release(_ model: Int) {
    // Released when the dictionary is at rest.
    let released = known[model]?.held
    known[model]?.held = nil
    withExtendedLifetime(released) {}
  }

  // MARK: Looks

  func parent(of model: Int) -> Int? { self.model(model).parent?.id }

  func session(of model: Int) -> Int? { self.model(model).session?.id }

  func isAlive(_ model: Int) -> Bool { known[model]?.model != nil }

  var present: [Int] { session?.subtree.map(\.id) ?? [] }

  var families: [Family] {
    (session?.subtree ?? []).map {
      Family(id: $0.id, parent: $0.parent?.id, children: $0.children.map(\.id))
    }
  }

  var alive: [Int] { known.filter { $0.value.model != nil }.keys.sorted() }
}

private final class SteppedModel: Model {
  private let growth: Growth
  private unowned let tree: SteppedModels

  init(_ growth: Growth, under parent: Model, in tree: SteppedModels) {
    self.growth = growth
    self.tree = tree
    super.init(parent: parent)
  }

  override func handle(_ error: ModelError) { tree.handle(error, at: id, growth) }
  override func handle(_ bubble: BubbleNotification) { tree.handle(bubble, at: id, growth) }
  override func handle(_ event: GlobalEvent) { tree.handle(event, at: id, growth) }
  override func sessionWillClose() {
    tree.runner?.handle(.closing(id), at: id, growth.whenClosing)
  }
}

private final class SteppedSession: Session {
  private let growth: Growth
  private unowned let tree: SteppedModels

  init(_ growth: Growth, in tree: SteppedModels) {
    self.growth = growth
    self.tree = tree
    super.init()
  }

  init(_ growth: Growth, under parent: Model, in tree: SteppedModels) {
    self.growth = growth
    self.tree = tree
    super.init(parent: parent)
  }

  override func handle(_ error: ModelError) { tree.handle(error, at: id, growth) }
  override func handle(_ bubble: BubbleNotification) { tree.handle(bubble, at: id, growth) }
  override func handle(_ event: GlobalEvent) { tree.handle(event, at: id, growth) }
  override func handleUncaught(_ error: ModelError) {
    tree.runner?.handle(.uncaught(Interest(error)), at: id, growth.whenHandling)
  }
  override func sessionDidLoad() {
    tree.runner?.handle(.loaded(id), at: id, growth.whenLoading)
  }
  override func sessionWillClose() {
    tree.runner?.handle(.closing(id), at: id, growth.whenClosing)
  }
}

extension SteppedModels {
  fileprivate func handle(_ message: some SteppedMessage, at model: Int, _ growth: Growth) {
    runner?.handle(
      .handled(model, Interest(message), from: message.raiserID), at: model, growth.whenHandling)
  }
}
