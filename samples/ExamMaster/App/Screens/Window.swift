import ModelTree

/// What the terminal shows: the stack of screens of the open session, one line for each change.
@MainActor
final class Window {
  private var stack: Screen?
  private let output: (String) -> Void
  private var lastLine = ""

  init(output: @escaping (String) -> Void) { self.output = output }

  /// Shows a session in place of the one before. Its first child is the flow that everything is in.
  func show(_ session: Session) {
    stack = nil
    lastLine = ""
    watchErrors(of: session)
    for child in session.children { show(child) }
    session.pushChildSignal.subscribeNext { [weak self] in self?.show($0) }.ownedBy(session)
  }

  private func show(_ model: Model) {
    stack = makeScreen(for: model)
    stack?.changedSignal.subscribeNext { [weak self] in self?.screenDidChange() }
    screenDidChange()
  }

  /// Prints what is in front now, and listens to the errors of new models.
  private func screenDidChange() {
    guard let stack else { return }
    for model in shownModels(below: stack) { watchErrors(of: model) }
    guard let text = stack.front.text else { return }
    let line = "\(stack.path.joined(separator: " / ")): \(text)"
    if line != lastLine { output(line) }
    lastLine = line
  }

  private func shownModels(below screen: Screen) -> [Model] {
    let inner = (screen as? ScreenStack)?.screens ?? []
    return [screen.tie?.model].compactMap { $0 } + inner.flatMap(shownModels)
  }

  private func watchErrors(of model: Model) {
    guard model.errorSignal.subscriberCount == 0 else { return }
    model.errorSignal.subscribeNext { [weak self] error in
      self?.output("! \(error)")
      // What is shown next is worth a line, also where it was shown before.
      self?.lastLine = ""
    }.ownedBy(model)
  }

  /// Takes the screen in front away, and its model with it.
  ///
  /// - Returns: whether there was one behind it.
  func goBack() -> Bool { (stack as? ScreenStack)?.goBack() ?? false }

  /// Takes the side menu away, if it is shown.
  func closeMenu() { (stack as? MainStack)?.closeMenu() }

  /// The model of the screen in front.
  var frontModel: Model? { stack?.front.tie?.model }

  /// The title of the screen in front.
  var frontTitle: String { stack?.front.title ?? "nothing" }
}
