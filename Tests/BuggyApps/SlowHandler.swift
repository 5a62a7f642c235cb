import Foundation
import ModelTree

private enum SyncEvents: String, GlobalEventName { case finished }

private final class Sync: Model {}
private final class Header: Model {}
private final class Thumbnails: Model {}

/// One of two receivers of an event holds the main actor up.
@MainActor func slowHandler(_ session: Session) async throws {
  Header(parent: session).register(for: SyncEvents.finished) { _ in }
  Thumbnails(parent: session).register(for: SyncEvents.finished) { _ in usleep(120_000) }
  Sync(parent: session).raise(SyncEvents.finished)
}
