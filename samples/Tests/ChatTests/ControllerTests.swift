import ChatModels
import SampleApps
import Testing

@testable import Chat

/// How the controller connects the others.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ControllerTests {
  private let chat: TestChat

  init() throws { chat = try TestChat() }

  @Test func `a failed message is shown, and a tap sends it again`() async throws {
    try await chat.perform("fail", "send Hello")
    #expect(
      chat.shown == [
        "1  me: Hello  ✗ not sent; tap 1 to try again", "› send TEXT",
        "! not sent: there is no connection",
      ])
    try await chat.perform("tap 1")
    #expect(chat.shown == ["1  me: Hello  ✓", "› send TEXT"])
  }

  @Test func `a tap on what another wrote begins a reply, which quotes it`() async throws {
    try await chat.perform("receive Which door?", "tap 1", "send Blue")
    #expect(
      chat.shown == ["1  Ben: Which door?", "   “Which door?”", "2  me: Blue  ✓", "› send TEXT"])
    try await chat.perform("send Another")
    #expect(chat.messages.map(\.repliesTo) == [nil, 1, nil])
  }

  @Test func `a reply ends when its message is deleted`() async throws {
    try await chat.perform("send Hello", "hold 1", "reply", "hold 1", "delete")
    #expect(chat.shown == ["no messages yet", "› send TEXT"])
    try await chat.perform("send Alone")
    #expect(chat.messages.map(\.repliesTo) == [nil])
  }

  @Test func `close leaves what stands in front, then the reply`() async throws {
    try await chat.perform("receive Hello", "tap 1", "hold 1", "close")
    #expect(chat.shown == ["1  Ben: Hello", "› send TEXT, in reply to “Hello”; or close"])
    try await chat.perform("close", "close")
    #expect(chat.shown == ["1  Ben: Hello", "› send TEXT"])
  }

  @Test func `copied text is what was written`() async throws {
    try await chat.perform("receive Hello  there", "hold 1", "copy")
    #expect(chat.controller.clipboard.text == "Hello  there")
    #expect(chat.shown.last == "copied")
  }

  @Test func `details follow the message when an answer comes late`() async throws {
    try await chat.perform("pause", "send Hello", "tap 1")
    #expect(chat.shown.contains("  state: sending"))
    let details = chat.controller.presented
    try await chat.perform("resume")
    #expect(chat.shown.contains("  state: sent"))
    #expect(chat.controller.presented === details)
  }

  @Test func `choices go that are not those of the message any more`() async throws {
    try await chat.perform("fail", "pause", "send Hello", "hold 1")
    #expect(chat.controller.presented is ActionSheetView)
    try await chat.perform("resume")
    #expect(chat.controller.presented == nil)
    #expect(chat.shown.last == "! not sent: there is no connection")
  }

  @Test func `choices stay while other messages come, and while they are still right`() async throws
  {
    try await chat.perform("pause", "send Hello", "hold 1")
    let sheet = chat.controller.presented
    try await chat.perform("receive Hi", "resume")
    #expect(chat.messages.map(\.delivery) == [.sent, .sent])
    #expect(chat.controller.presented === sheet)
    #expect(sheet != nil)
  }

  @Test func `a choice that is not offered is refused`() async throws {
    try await chat.perform("receive Hello", "hold 1", "delete")
    #expect(chat.messages.count == 1)
    #expect(
      chat.shown.last == "! there is no delete for message 1; there are reply, copy, details")
  }

  @Test func `a cell stays as long as its message, its view model as long as it is true`()
    async throws
  {
    try await chat.perform("send One", "send Two", "hold 2", "reply", "pause", "send Three")
    let cells = chat.controller.list.cells
    let models = cells.map(\.viewModel)
    try await chat.perform("hold 2", "delete", "resume")
    let present = chat.controller.list.cells
    #expect(present.map(ObjectIdentifier.init) == [cells[0], cells[2]].map(ObjectIdentifier.init))
    #expect(present[0].viewModel === models[0])
    #expect(present[1].viewModel !== models[2])
    #expect(present[1].viewModel.quote == "a deleted message")
  }

  @Test func `whatever the user does is drawn once`() async throws {
    try await chat.perform("pause")
    for step in ["send One", "receive Hello", "hold 2", "reply", "hold 1", "delete", "close"] {
      let frames = chat.frameCount
      try await chat.perform(step)
      #expect(chat.frameCount == frames + 1, "\(step)")
    }
    try await chat.perform("resume")
  }
}

/// The parts can be replaced by anything that keeps their protocols.
@MainActor
@Suite struct `Replacement of what is attached` {
  /// Answers as the test says.
  private final class FixedHandler: ActionHandler {
    var action = ResponseAction.delete
    var asked: [UserAction] = []

    func response(to action: UserAction, on message: Message) -> ResponseModel {
      asked.append(action)
      return ResponseModel(messageID: message.id, action: self.action)
    }
  }

  /// Writes down what it is asked for, and holds what it is given.
  private final class NotedDataSource: ChatDataSource {
    weak var delegate: (any ChatDataSourceDelegate)?
    var conversation = Conversation([Message(id: 4, author: "Eve", text: "Hello")])
    var asked: [String] = []

    func send(_ text: String, replyingTo target: Message.ID?) -> Bool {
      asked.append("send \(text) \(target ?? 0)")
      return true
    }
    func resend(_ id: Message.ID) { asked.append("resend \(id)") }
    func delete(_ id: Message.ID) { asked.append("delete \(id)") }
  }

  private let handler = FixedHandler()
  private let dataSource = NotedDataSource()
  private let controller: ChatController

  init() {
    controller = ChatController(
      dataSource: dataSource, actionHandler: handler, viewModels: ChatViewModelFactory(),
      clipboard: Clipboard())
  }

  @Test func `the controller does what the handler answers, and not what was touched`() throws {
    let cell = try #require(controller.list.cells.first)
    cell.report(.tap)
    #expect(dataSource.asked == ["delete 4"])
    handler.action = .resend
    cell.report(.longPress)
    #expect(dataSource.asked == ["delete 4", "resend 4"])
    handler.action = .copy("text")
    cell.report(.tap)
    #expect(controller.clipboard.text == "text")
    #expect(handler.asked == [.tap, .longPress, .tap])
    #expect(dataSource.asked.count == 2)
  }

  @Test func `the controller shows what any data source holds, and what it fails at`() {
    dataSource.conversation = Conversation([Message(id: 9, author: nil, text: "Mine")])
    #expect(controller.list.cells.map(\.viewModel.number) == [4])
    dataSource.delegate?.dataSourceDidChange()
    #expect(controller.list.cells.map(\.viewModel.number) == [9])
    dataSource.delegate?.dataSourceDidFail(DataSourceFailure(.cannotSave, reason: "full"))
    #expect(controller.notice?.lines == ["! not saved: full"])
  }

  @Test func `nothing but spaces is not sent`() {
    controller.composer.text = " \t"
    controller.composer.report(.send)
    #expect(dataSource.asked.isEmpty)
    #expect(controller.notice?.lines == ["! there is nothing to send; write something first"])
  }
}

/// Nobody keeps alive what was closed.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct LifetimeTests {
  @Test(arguments: [
    [], ["tap 1"], ["hold 1"], ["tap 2"], ["hold 2", "copy"], ["tap 1", "send Reply"],
    ["fail", "send Hello"], ["pause", "send Hello", "hold 3"],
  ])
  func `all parts go with the app, whatever is shown`(steps: [String]) async throws {
    weak var app: ChatApp?
    weak var controller: ChatController?
    weak var dataSource: MessageDataSource?
    var views: [() -> View?] = []
    var courier: SimulatedCourier?
    do {
      let chat = try TestChat()
      try await chat.perform("receive Hello", "send Hi")
      for step in steps { try await chat.perform(step) }
      app = chat.app
      controller = chat.controller
      dataSource = chat.app.dataSource
      courier = chat.courier
      views = (chat.controller.views + chat.controller.list.cells).map { view in
        { [weak view] in view }
      }
    }
    #expect(app == nil)
    #expect(controller == nil)
    #expect(dataSource == nil)
    #expect(views.compactMap { $0() }.isEmpty)
    courier?.resume()
  }

  @Test func `a cell goes with its message, and a view with what it was presented for`()
    async throws
  {
    let chat = try TestChat()
    try await chat.perform("send Hello", "hold 1")
    weak let cell = chat.controller.list.cells.first
    weak let sheet = chat.controller.presented
    #expect(cell != nil && sheet != nil)
    try await chat.perform("delete")
    #expect(cell == nil)
    #expect(sheet == nil)
  }
}
