import ModelTree

/// What a user sees of one model. The model leaves the tree when its screen goes.
class Screen: Representation {
  var tie: RepresentationTie?
  /// The name of the screen in the line that says where the user is.
  let title: String
  /// Tells the window that the screen has something new to show.
  let changedSignal = SignalPipe<Void>()

  init(_ title: String) { self.title = title }

  /// What can be read on the screen; nil as long as there is nothing.
  var text: String? { nil }

  /// The titles of this screen and of those in front of it.
  var path: [String] { [title] }

  /// The screen that the user sees: this one, or the one in front of it.
  var front: Screen { self }

  /// The model that the screen shows, as long as it lives.
  final func model<Shown: Model>(_ type: Shown.Type = Shown.self) -> Shown? {
    tie?.model as? Shown
  }
}

/// Screens one in front of the other, as a flow pushes them and wants them removed.
class ScreenStack: Screen {
  private(set) var screens: [Screen] = []
  private let makeScreen: (Model) -> Screen?

  /// Shows the children that a flow has, and those that it will have.
  ///
  /// - Parameters:
  ///   - title: what the stack is called; empty where its screens say enough.
  ///   - flow: the flow that the stack represents.
  ///   - makeScreen: makes the screen of a model; nil for a model that has none.
  init(_ title: String, of flow: Model, makeScreen: @escaping (Model) -> Screen?) {
    self.makeScreen = makeScreen
    super.init(title)
    flow.applyRepresentation(self)
    for child in flow.children { push(child) }
    flow.pushChildSignal.subscribeNext { [weak self] in self?.push($0) }.ownedBy(flow)
    flow.wantsRemoveChildSignal.subscribeNext { [weak self] in self?.remove($0) }.ownedBy(flow)
  }

  override var path: [String] {
    (title.isEmpty ? [] : [title]) + screens.flatMap(\.path)
  }

  override var front: Screen { screens.last?.front ?? self }

  /// Puts the screen of a model in front.
  func push(_ model: Model) {
    guard let screen = makeScreen(model) else { return }
    if screen.tie == nil { model.applyRepresentation(screen) }
    screen.changedSignal.subscribeNext { [weak self] in self?.changedSignal.sendNext() }
    screens.append(screen)
    changedSignal.sendNext()
  }

  /// Takes the screen of a model away, and those in front of it.
  func remove(_ model: Model) {
    guard let place = screens.firstIndex(where: { $0.tie?.model === model }) else { return }
    removeScreens(from: place)
  }

  /// Takes the screen in front away, if there is one behind it.
  ///
  /// - Returns: whether there was.
  func goBack() -> Bool {
    if let inner = screens.last as? ScreenStack, inner.goBack() { return true }
    guard screens.count > 1 else { return false }
    removeScreens(from: screens.count - 1)
    return true
  }

  private func removeScreens(from place: Int) {
    // Let go of when the stack is at rest: as they go, their models leave the tree.
    let leaving = Array(screens[place...])
    screens.removeSubrange(place...)
    changedSignal.sendNext()
    withExtendedLifetime(leaving) {}
  }
}
