/// What a chat's controller asks for messages. How they are kept is the data source's own affair.
@MainActor
package protocol ChatDataSource: AnyObject {
  /// Receives changes and failures; not retained.
  var delegate: (any ChatDataSourceDelegate)? { get set }

  /// What is there now, in order.
  var conversation: Conversation { get }

  /// Keeps a message of the user and sends it. The answer comes later, as a change.
  ///
  /// - Returns: whether it was saved; otherwise the delegate has received the reason.
  func send(_ text: String, replyingTo target: Message.ID?) -> Bool

  /// Sends a message again that could not be sent.
  func resend(_ id: Message.ID)

  /// Removes a message from this side of the chat.
  func delete(_ id: Message.ID)
}

/// Who shows what a data source holds.
@MainActor
package protocol ChatDataSourceDelegate: AnyObject {
  func dataSourceDidChange()
  func dataSourceDidFail(_ failure: DataSourceFailure)
}

/// What a data source may fail at.
package enum DataSourceError: Error, Hashable, Sendable, CaseIterable {
  /// A message could not be sent.
  case offline
  /// A change could not be kept.
  case cannotSave
}

/// What a data source failed at, and why.
package struct DataSourceFailure: Error, Hashable, Sendable {
  package let error: DataSourceError
  package let reason: String

  package init(_ error: DataSourceError, reason: String) {
    self.error = error
    self.reason = reason
  }
}

extension DataSourceFailure: CustomStringConvertible {
  /// One clause that a person can act on.
  package var description: String {
    switch error {
    case .offline: "not sent: \(reason)"
    case .cannotSave: "not saved: \(reason)"
    }
  }
}
