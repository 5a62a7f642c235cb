import ModelTree

private enum PlayerEvents: String, GlobalEventName { case paused }

private final class Player: Model {
  private(set) var isPlaying = true

  func start() {
    register(for: PlayerEvents.paused) { _ in self.isPlaying = false }
  }
}

/// The player's handler retains the player, which stays alive after it was closed.
@MainActor func leak(_ session: Session) async throws {
  let player = Player(parent: session)
  player.start()
  player.removeFromParent()
}
