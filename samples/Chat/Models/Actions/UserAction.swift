/// What a user did to a message.
package enum UserAction: Hashable, Sendable {
  case tap
  case longPress
  /// Chose something from what a long press had offered.
  case choose(Choice)
}

/// What can be chosen for a message.
package enum Choice: String, Hashable, Sendable, CaseIterable {
  case copy
  case reply
  case retry
  case details
  case delete
}
