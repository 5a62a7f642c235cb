/// What is to be done in answer to a user's action. It does nothing by itself: the controller does.
package struct ResponseModel {
  /// The message that it is about.
  package let messageID: Message.ID
  package let action: ResponseAction

  package init(messageID: Message.ID, action: ResponseAction) {
    self.messageID = messageID
    self.action = action
  }
}

/// The kind of work for a controller, with what it needs for it.
package enum ResponseAction {
  case showChoices(any ActionSheetViewModel)
  case showDetails(any DetailsViewModel)
  case reply(any ComposerViewModel)
  case copy(String)
  case resend
  case delete
}
