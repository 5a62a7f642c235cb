import ModelTree

private final class APIClient: Service {}
private final class ProfileSession: Session {}
private final class ProfileScreen: Model {
  @FromSession var client: APIClient
}

/// The profile's session has a client of its own, which is not the one that has signed in.
@MainActor func wrongService(_ session: Session) async throws {
  session.provide(APIClient())
  let profile = ProfileSession(parent: session)
  profile.provide(APIClient())
  profile.open()
  _ = ProfileScreen(parent: profile)
}
