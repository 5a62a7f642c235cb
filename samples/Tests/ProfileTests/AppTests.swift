import ProfileModels
import SampleApps
import Testing

@testable import Profile

@MainActor
@Suite struct `The app` {
  private let offline = "cannot update: there is no connection; try again later"

  @Test func `both screens render a change that one asked for`() async throws {
    let user = try await TestUser()
    try await user.perform("update", "update")
    #expect(
      user.printed == [
        "Profile: updating", "Home: hello, Anna Lee", "Profile: Anna Lee", "Profile: up to date",
        "Profile: updating", "Home: hello, Anna Berg", "Profile: Anna Berg", "Profile: up to date",
      ])
  }

  @Test func `a failed update is shown by the screen that asked, until it renders again`()
    async throws
  {
    let user = try await TestUser()
    try await user.perform("fail", "home", "update")
    #expect(user.printed == ["Home: hello, Anna Lee", "Home: updating", "! Home: \(offline)"])
    #expect(user.app.home?.page.error == offline)
    #expect(user.app.profile?.page.error == nil)
    try await user.perform("update")
    #expect(user.app.home?.page.error == nil)
  }

  @Test func `both screens wait for one slow answer, and both show that it failed`() async throws {
    let user = try await TestUser()
    try await user.perform("slow", "update", "update", "home", "update", "fail malformed")
    #expect(
      user.printed.prefix(4) == [
        "Profile: updating", "Profile: already updating", "Home: hello, Anna Lee",
        "Home: updating",
      ])
    #expect(
      user.printed.dropFirst(4).map { $0.prefix(18) } == [
        "! Profile: cannot ", "! Home: cannot upd",
      ])
    #expect(!user.app.userController.isUpdating)
    #expect(user.app.loader.failing.failure == nil)
  }

  @Test func `a closed screen is freed, and observes nothing`() async throws {
    let user = try await TestUser()
    weak let screen = user.app.profile
    weak let page = user.app.profile?.page
    weak let row = user.app.profile?.posts.first
    try await user.perform("close profile", "update")
    #expect(screen == nil && page == nil && row == nil)
    #expect(user.app.userController.observerCount == 1)
    #expect(user.printed == ["Home: updating", "Home: hello, Anna Lee", "Home: up to date"])
  }

  @Test func `a late answer reaches the others when the one who asked is closed`() async throws {
    let user = try await TestUser(delay: .milliseconds(20))
    weak let screen = user.app.profile
    weak let control = user.app.profile?.refreshControl
    try await user.perform("slow", "update", "close profile")
    #expect(screen == nil && control == nil)
    try await user.perform("wait")
    #expect(user.printed == ["Home: hello, Anna Lee"])
    try await user.perform("profile")
    #expect(user.app.profile?.page.lines[1].hasPrefix("comments granted") == true)
  }

  @Test func `a late failure is shown by nobody when the one who asked is closed`() async throws {
    let user = try await TestUser(delay: .milliseconds(20))
    try await user.perform("slow", "fail", "update", "close profile", "wait")
    #expect(user.printed == ["Profile: updating"])
  }

  @Test func `the app is freed with all that it owns while an update is under way`() async throws {
    var user: TestUser? = try await TestUser()
    try await user?.perform("slow", "update")
    weak let app = user?.app
    weak let controller = user?.app.userController
    weak let home = user?.app.home
    user = nil
    #expect(app == nil && controller == nil && home == nil)
  }

  @Test func `comments follow what the user may do`() async throws {
    let user = try await TestUser()
    try await user.perform("comment 1")
    #expect(
      user.printed == [
        "! Profile: cannot comment on 'Actors at rest': the permission for comments is denied"
      ])
    try await user.perform("update", "comment 1", "comment 3", "post 1")
    #expect(
      user.printed.suffix(3) == [
        "Profile: Actors at rest (swift): comments allowed, 1 so far",
        "! Profile: cannot comment on 'The quiet endgame': only members of its group can comment "
          + "on it", "Profile: Actors at rest (swift): comments allowed, 1 so far",
      ])
  }

  @Test(arguments: [
    (
      "dance",
      "there is no 'dance' to do; there are home, profile, open, close, post, comment, "
        + "update, fail, slow, wait, help, quit"
    ),
    ("open", "name a screen: home or profile"),
    ("close attic", "there is no screen 'attic'; there is home or profile"),
    ("post", "give a post's number: post 1"),
    ("comment 4", "there is no post '4'; there are 1 to 3"),
    ("comment -1", "there is no post '-1'; there are 1 to 3"),
    ("fail soon", "a load cannot fail with 'soon'; it can with offline, missing, malformed"),
  ])
  func `what cannot be done is said in words`(line: String, text: String) async throws {
    let user = try await TestUser()
    await #expect { try await user.perform(line) } throws: { "\($0)" == text }
    #expect(user.printed == [])
  }

  @Test func `what needs a screen says which`() async throws {
    let user = try await TestUser()
    try await user.perform("close profile", "close home")
    for (line, text) in [
      ("close home", "the home screen is not open"), ("post 1", "open the profile first: profile"),
      ("update", "open a screen first: open home"),
    ] {
      await #expect { try await user.perform(line) } throws: { "\($0)" == text }
    }
  }
}
