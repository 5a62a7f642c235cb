/// What answers the requests that come over an app's socket.
///
/// Each request is answered on a thread of its own, which may wait for the tree meanwhile.
package protocol LinkService: Sendable {
  /// Answers a request.
  ///
  /// - Parameter isWanted: Whether the client is still there; a service that waits asks now and then.
  /// - Throws: A fault whose message a person can act on.
  func answer(
    _ request: LinkRequest, whileWanted isWanted: () -> Bool
  ) throws(LinkFault) -> LinkAnswer
}
