/// What the data sources have in common: sending, and telling the delegate. Where messages are kept
/// is for those below to say.
@MainActor
package class MessageDataSource: ChatDataSource {
  package weak var delegate: (any ChatDataSourceDelegate)?
  package private(set) var conversation: Conversation
  /// How many messages wait for an answer, also those that have been deleted meanwhile.
  package private(set) var pendingCount = 0
  private let courier: any Courier

  init(_ conversation: Conversation, courier: any Courier) {
    self.conversation = conversation
    self.courier = courier
  }

  /// Keeps a conversation beyond the life of the app; by default nowhere.
  func keep(_ conversation: Conversation) throws(DataSourceFailure) {}

  package func send(_ text: String, replyingTo target: Message.ID?) -> Bool {
    let id = conversation.nextID
    guard change(to: conversation.adding(text, from: nil, replyingTo: target)) else { return false }
    handToCourier(id)
    return true
  }

  package func resend(_ id: Message.ID) {
    guard conversation[id]?.kind == .failed else { return }
    if change(to: conversation.marking(id, .sending)) { handToCourier(id) }
  }

  package func delete(_ id: Message.ID) {
    guard conversation[id] != nil else { return }
    _ = change(to: conversation.removing(id))
  }

  /// Adds a message of the other side.
  package func receive(_ text: String, from author: String) {
    note(conversation.adding(text, from: author))
  }
}

extension MessageDataSource {
  private func handToCourier(_ id: Message.ID) {
    guard let message = conversation[id] else { return }
    pendingCount += 1
    // The answer may arrive after the chat was closed; it keeps nothing alive.
    Task { [weak self, courier] in
      var failure: DeliveryError?
      do throws(DeliveryError) {
        try await courier.deliver(message.text)
      } catch {
        failure = error
      }
      self?.courierDidAnswer(id, failure)
    }
  }

  private func courierDidAnswer(_ id: Message.ID, _ failure: DeliveryError?) {
    pendingCount -= 1
    // A message that was deleted meanwhile needs no answer.
    guard conversation[id] != nil else { return }
    note(conversation.marking(id, failure == nil ? .sent : .failed))
    if let failure {
      delegate?.dataSourceDidFail(DataSourceFailure(.offline, reason: "\(failure)"))
    }
  }

  /// Makes a change that the user wants, if it can be saved.
  ///
  /// - Returns: whether it could.
  private func change(to changed: Conversation) -> Bool {
    do throws(DataSourceFailure) {
      try keep(changed)
    } catch {
      delegate?.dataSourceDidFail(error)
      return false
    }
    conversation = changed
    delegate?.dataSourceDidChange()
    return true
  }

  /// Makes a change that has happened elsewhere: it is true whether it can be kept or not, and the
  /// next change that can be takes it along.
  private func note(_ changed: Conversation) {
    conversation = changed
    delegate?.dataSourceDidChange()
    do throws(DataSourceFailure) {
      // The delegate may have changed more, and that is what there is to keep.
      try keep(conversation)
    } catch {
      delegate?.dataSourceDidFail(error)
    }
  }
}

/// Keeps messages as long as the app runs.
package final class MemoryDataSource: MessageDataSource {
  /// Begins with messages whose numbers ascend.
  package init(_ messages: [Message] = [], courier: any Courier) {
    super.init(Conversation(messages), courier: courier)
  }
}

/// Keeps messages in a file, which is there again after a restart.
package final class FileDataSource: MessageDataSource {
  private var file: MessageFile

  /// Opens the chat in a file; one that is not there is a new chat.
  ///
  /// - Throws: `MessageFileError` where the file holds no chat. It is left as it is.
  package init(path: String, courier: any Courier) throws(MessageFileError) {
    var file = MessageFile(path: path)
    let conversation = try file.read()
    self.file = file
    super.init(conversation.afterRestart, courier: courier)
  }

  override func keep(_ conversation: Conversation) throws(DataSourceFailure) {
    do throws(MessageFileError) {
      try file.write(conversation)
    } catch {
      throw DataSourceFailure(.cannotSave, reason: "\(error)")
    }
  }
}
