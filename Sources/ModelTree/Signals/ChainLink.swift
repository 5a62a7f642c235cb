/// A signal that may be a link of a long chain.
nonisolated protocol ChainLink: AnyObject {
  /// Returns the next link, and no longer retains it.
  func takeNextLink() -> AnyObject?
}

/// Releases a chain link by link, as far as nothing else retains it: recursion would bound its length.
nonisolated func releaseChain(_ first: consuming AnyObject?) {
  var rest = first
  while rest != nil, isKnownUniquelyReferenced(&rest) {
    rest = (rest as? any ChainLink)?.takeNextLink()
  }
}

/// What remains to be done to connect a subscriber to a chain of signals: the next link.
struct Connection {
  /// Connects the next link, and returns what remains then.
  let make: @MainActor () -> Connection?
}
