import ChatModels
import ModelTreeJournal
import SampleApps

/// Puts the app together: a data source, the controller with its factories, and the window.
@MainActor
final class ChatApp: SampleApp {
  static let name = "Chat"
  static let actions = UserCommands.all

  let courier: SimulatedCourier
  /// Known by its class only here, where the app plays the other side of the chat.
  let dataSource: MessageDataSource
  let controller: ChatController
  let window: Window
  let journal: Journal
  let output: (String) -> Void
  /// Stands between the data source and the controller.
  private let reporter: DelegateReporter

  /// Makes the app; it shows itself with `start()`.
  ///
  /// - Parameters:
  ///   - dataSource: the messages.
  ///   - courier: what the data source sends with.
  ///   - journal: records what passes between views, controller and data source.
  ///   - output: shows a line to the user.
  init(
    dataSource: MessageDataSource, courier: SimulatedCourier, journal: Journal = .sample(),
    output: @escaping (String) -> Void
  ) {
    self.courier = courier
    self.dataSource = dataSource
    self.journal = journal
    self.output = output
    window = Window(output: output)
    let viewModels = ChatViewModelFactory()
    controller = ChatController(
      dataSource: dataSource,
      actionHandler: MessageActionHandler(responses: ChatResponseFactory(viewModels: viewModels)),
      viewModels: viewModels, clipboard: Clipboard())
    reporter = DelegateReporter(journal, controller)
    dataSource.delegate = reporter
  }

  /// An app that keeps its messages in memory, and begins with none.
  static func sample(
    recordingIn journal: Journal, output: @escaping (String) -> Void
  ) -> ChatApp {
    let courier = SimulatedCourier()
    let app = ChatApp(
      dataSource: MemoryDataSource(courier: courier), courier: courier, journal: journal,
      output: output)
    app.start()
    return app
  }

  var root: AnyObject? { controller }

  func start() {
    controller.onChange = { [weak self] in self?.draw() }
    draw()
  }

  /// Waits until every message has been answered, but for what the courier holds back.
  func settle() async {
    while dataSource.pendingCount > courier.waitingCount {
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  /// What is on its way gets its answer before the app leaves.
  func finish() async {
    courier.resume()
    await settle()
  }

  private func draw() { window.draw(controller.views) }
}
