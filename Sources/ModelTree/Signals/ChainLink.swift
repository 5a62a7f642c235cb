/// A signal that may be part of a long chain.
nonisolated protocol ChainLink: AnyObject {
  /// Returns the next link, and stops retaining it.
  func takeNextLink() -> AnyObject?
}

/// Releases a chain link by link, up to a link that something else retains. Recursion would limit
/// its length.
nonisolated func releaseChain(_ first: consuming AnyObject?) {
  var rest = first
  while rest != nil, isKnownUniquelyReferenced(&rest) {
    rest = (rest as? any ChainLink)?.takeNextLink()
  }
}

/// The rest of connecting a subscriber to a chain of signals, starting at the next link.
struct Connection {
  /// Connects the next link, and returns the rest.
  let make: @MainActor () -> Connection?
}
