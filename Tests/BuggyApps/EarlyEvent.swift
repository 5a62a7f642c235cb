import ModelTree

private enum ConfigEvents: String, GlobalEventName { case loaded }

private final class Config: Model {}
private final class Banner: Model {}

/// The banner is made a moment after the event that it waits for.
@MainActor func earlyEvent(_ session: Session) async throws {
  Config(parent: session).raise(ConfigEvents.loaded)
  let banner = Banner(parent: session)
  banner.register(for: ConfigEvents.loaded)
}
