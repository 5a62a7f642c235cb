/// One message of a chat.
package struct Message: Hashable, Sendable, Identifiable {
  /// How far a message has come.
  package enum Delivery: String, Codable, Sendable, CaseIterable {
    case sending
    case sent
    case failed
  }

  /// What a message is to the user, which decides how it looks and what can be done with it.
  package enum Kind: Hashable, Sendable, CaseIterable {
    case own
    case other
    /// The user's own, and not sent.
    case failed
  }

  /// The number by which the user names it. No other message ever gets it.
  package let id: Int
  /// Who wrote it; nil for the user.
  package let author: String?
  package let text: String
  package var delivery: Delivery
  /// The message that this one replies to, which may have been deleted since.
  package let repliesTo: Int?

  package init(
    id: Int, author: String?, text: String, delivery: Delivery = .sent, repliesTo: Int? = nil
  ) {
    self.id = id
    self.author = author
    self.text = text
    self.delivery = delivery
    self.repliesTo = repliesTo
  }

  package var kind: Kind {
    if author != nil { return .other }
    return delivery == .failed ? .failed : .own
  }
}

extension Message: Codable {
  /// The names in the file, which stay when those in the code change.
  private enum CodingKeys: String, CodingKey {
    case id
    case author = "from"
    case text
    case delivery
    case repliesTo = "reply"
  }
}
