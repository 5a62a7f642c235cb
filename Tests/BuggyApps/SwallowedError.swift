import ModelTree

private enum FeedErrors: Int, ErrorCode, CaseIterable { case offline = 1, expired }

private final class FeedScreen: Model {}
private final class Feed: Model {}

/// The screen logs all errors of the feed, and so the app never shows that it is offline.
@MainActor func swallowedError(_ session: Session) async throws {
  session.register(for: FeedErrors.offline) { _ in print("offline") }
  let screen = FeedScreen(parent: session)
  screen.register(forAll: FeedErrors.self) { _ in }
  let feed = Feed(parent: screen)
  feed.mayRaise(FeedErrors.offline)
  feed.raise(FeedErrors.offline)
}
