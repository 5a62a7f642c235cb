import ProfileModels
import SampleApps

/// What a person can do with the screens.
@MainActor
enum UserActions {
  static let all: [TypedAction<ProfileApp>] = [
    TypedAction("home", "Bring the home screen to the front.") { app, _ in app.show(.home) },
    TypedAction("profile", "Bring the profile to the front.") { app, _ in app.show(.profile) },
    TypedAction("open SCREEN", "Open a screen: home or profile.") { app, words in
      app.show(try screen(words))
    },
    TypedAction("close SCREEN", "Close a screen.") { app, words in
      let name = try screen(words)
      guard app.close(name) else { throw UserError("the \(name.rawValue) screen is not open") }
    },
    TypedAction("post N", "Look at a post of the profile.") { app, words in
      let (profile, row) = try post(words, app)
      profile.page.note(row.text)
    },
    TypedAction("comment N", "Comment on a post of the profile.") { app, words in
      let (profile, row) = try post(words, app)
      profile.comment(on: row)
    },
    TypedAction("update", "Load the user anew, for the screen in front.") { app, _ in
      guard let screen = app.front else { throw UserError("open a screen first: open home") }
      screen.update()
    },
    TypedAction(
      "fail [ERROR]", "Fail the load under way, or else the next: offline, missing, malformed."
    ) { app, words in
      app.failLoad(with: try loadError(words))
    },
    TypedAction("slow", "Make the next load take its time.") { app, _ in
      app.loader.slow.slowNext()
    },
  ]

  private static func screen(_ words: TypedWords) throws(UserError) -> ScreenName {
    let names = ScreenName.allCases.map(\.rawValue).joined(separator: " or ")
    guard let word = words.all.first else { throw UserError("name a screen: \(names)") }
    guard let name = ScreenName(rawValue: word) else {
      throw UserError("there is no screen '\(word)'; there is \(names)")
    }
    return name
  }

  private static func post(
    _ words: TypedWords, _ app: ProfileApp
  ) throws(UserError) -> (ProfileScreen, PostRow) {
    guard let profile = app.profile else { throw UserError("open the profile first: profile") }
    guard let word = words.all.first else { throw UserError("give a post's number: post 1") }
    guard let row = Int(word).flatMap({ profile.post($0) }) else {
      throw UserError("there is no post '\(word)'; there are 1 to \(profile.posts.count)")
    }
    return (profile, row)
  }

  private static func loadError(_ words: TypedWords) throws(UserError) -> LoadError {
    guard let name = words.all.first else { return .offline }
    guard let error = LoadError(rawValue: name) else {
      let names = LoadError.allCases.map(\.rawValue).joined(separator: ", ")
      throw UserError("a load cannot fail with '\(name)'; it can with \(names)")
    }
    return error
  }
}
