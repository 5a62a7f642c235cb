import ChatModels

/// Connects the data source, the views and the action handler of a chat, and decides nothing that
/// one of them could decide.
@MainActor
final class ChatController {
  let dataSource: any ChatDataSource
  let actionHandler: any ActionHandler
  let viewModels: any ViewModelFactory
  let clipboard: Clipboard

  let list = MessageListView()
  let composer: ComposerView
  /// The view in front of the list: choices, or details.
  private(set) var presented: View?
  private(set) var notice: NoticeView?
  /// Called when there is something new to see.
  var onChange: (() -> Void)?

  /// What the cells show.
  private var rows: [Row] = []
  /// The message that `presented` is about, as it was then.
  private var presentedMessage: Message?
  private var replyTarget: Message.ID?
  /// Whether more is to come before there is something to see.
  private var isUpdating = false

  init(
    dataSource: any ChatDataSource, actionHandler: any ActionHandler,
    viewModels: any ViewModelFactory, clipboard: Clipboard
  ) {
    self.dataSource = dataSource
    self.actionHandler = actionHandler
    self.viewModels = viewModels
    self.clipboard = clipboard
    composer = ComposerView(viewModels.composer())
    composer.onEvent = { [weak self] _ in self?.send() }
    dataSource.delegate = self
    reload()
  }

  /// The views from top to bottom.
  var views: [View] { [list, composer, presented, notice].compactMap { $0 } }

  /// Leaves the view in front, or the reply, or else the notice.
  func close() {
    update {
      if presented != nil { dismiss() } else { endReply() }
      notice = nil
    }
  }
}

// What the user does.
extension ChatController {
  private func handle(_ action: UserAction, on id: Message.ID) {
    guard let message = dataSource.conversation[id] else { return }
    update {
      dismiss()
      notice = nil
      do throws(ActionError) {
        perform(try actionHandler.response(to: action, on: message))
      } catch {
        show(error)
      }
    }
  }

  /// Does what a response asks for; no other object changes the views or the data source.
  private func perform(_ response: ResponseModel) {
    let id = response.messageID
    switch response.action {
    case .showChoices(let viewModel):
      let sheet = ActionSheetView(viewModel)
      present(sheet, about: id) { [weak self, weak sheet] in
        guard let choice = sheet?.selection ?? sheet?.viewModel.choices.first else { return }
        self?.handle(.choose(choice), on: id)
      }
    case .showDetails(let viewModel): present(DetailsView(viewModel), about: id) {}
    case .reply(let viewModel):
      replyTarget = id
      composer.viewModel = viewModel
    case .copy(let text):
      clipboard.text = text
      notice = NoticeView(viewModels.done("copied"))
    case .resend: dataSource.resend(id)
    case .delete: dataSource.delete(id)
    }
  }

  private func send() {
    update {
      dismiss()
      notice = nil
      guard composer.text.contains(where: { !$0.isWhitespace }) else {
        return show(NothingToSend())
      }
      // What could not be kept stays in the field.
      if dataSource.send(composer.text, replyingTo: replyTarget) {
        composer.text = ""
        endReply()
      }
    }
  }
}

/// The field was sent with nothing in it.
struct NothingToSend: Error, CustomStringConvertible {
  var description: String { "there is nothing to send; write something first" }
}

// The order of the views.
extension ChatController {
  private func present(_ view: View, about id: Message.ID, onChoice: @escaping () -> Void) {
    view.onEvent = { [weak self] event in
      if event == .choose { onChoice() } else { self?.close() }
    }
    presented = view
    presentedMessage = dataSource.conversation[id]
  }

  private func dismiss() {
    presented = nil
    presentedMessage = nil
  }

  private func endReply() {
    guard replyTarget != nil else { return }
    replyTarget = nil
    composer.viewModel = viewModels.composer()
  }

  private func show(_ error: any Error) { notice = NoticeView(viewModels.error(error)) }

  /// Changes what there is to see, which is shown once, when all of it has been changed.
  private func update(_ change: () -> Void) {
    let isFirst = !isUpdating
    isUpdating = true
    change()
    guard isFirst else { return }
    isUpdating = false
    onChange?()
  }

  /// Brings the views up to date. A cell stays as long as its message, and so does its view model as
  /// long as it would say the same.
  private func reload() {
    let conversation = dataSource.conversation
    let newRows = conversation.rows
    let old = Dictionary(
      zip(rows, list.cells).map { ($0.message.id, (row: $0, cell: $1)) }, uniquingKeysWith: { $1 })
    list.cells = newRows.map { row in
      guard let shown = old[row.message.id] else { return makeCell(row) }
      if shown.row != row { shown.cell.viewModel = viewModels.message(in: row) }
      return shown.cell
    }
    rows = newRows
    if let about = presentedMessage, conversation[about.id] != about {
      refreshPresented(with: conversation[about.id], insteadOf: about)
    }
    if let target = replyTarget, conversation[target] == nil { endReply() }
  }

  /// Details follow their message; choices that are not those of the message any more go.
  private func refreshPresented(with message: Message?, insteadOf about: Message) {
    guard let message else { return dismiss() }
    presentedMessage = message
    if let details = presented as? DetailsView {
      details.viewModel = viewModels.details(of: message)
    } else if message.kind != about.kind {
      dismiss()
    }
  }

  private func makeCell(_ row: Row) -> MessageView {
    let cell = MessageView(viewModels.message(in: row))
    let id = row.message.id
    cell.onEvent = { [weak self] event in
      self?.handle(event == .tap ? .tap : .longPress, on: id)
    }
    return cell
  }
}

extension ChatController: ChatDataSourceDelegate {
  func dataSourceDidChange() { update { reload() } }

  func dataSourceDidFail(_ failure: DataSourceFailure) { update { show(failure) } }
}
