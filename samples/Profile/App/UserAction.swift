import ProfileModels

/// Something that a user can do, by the word that is typed for it.
struct UserAction {
  let usage: String
  let help: String
  let perform: @MainActor (ProfileApp, [String]) throws(UserError) -> Void

  var name: String { usage.split(separator: " ").first.map(String.init) ?? usage }

  init(
    _ usage: String, _ help: String,
    perform: @escaping @MainActor (ProfileApp, [String]) throws(UserError) -> Void
  ) {
    self.usage = usage
    self.help = help
    self.perform = perform
  }
}

/// A user cannot do that now, in words.
struct UserError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

@MainActor
enum UserActions {
  static let all = [
    UserAction("home", "Bring the home screen to the front.") { app, _ in app.show(.home) },
    UserAction("profile", "Bring the profile to the front.") { app, _ in app.show(.profile) },
    UserAction("open SCREEN", "Open a screen: home or profile.") { app, words throws(UserError) in
      app.show(try screen(words))
    },
    UserAction("close SCREEN", "Close a screen.") { app, words throws(UserError) in
      let name = try screen(words)
      guard app.close(name) else { throw UserError("the \(name.rawValue) screen is not open") }
    },
    UserAction("post N", "TreeState at a post of the profile.") { app, words throws(UserError) in
      let (profile, row) = try post(words, app)
      profile.page.note(row.text)
    },
    UserAction("comment N", "Comment on a post of the profile.") { app, words throws(UserError) in
      let (profile, row) = try post(words, app)
      profile.comment(on: row)
    },
    UserAction("update", "Load the user anew, for the screen in front.") {
      app, _ throws(UserError)
      in
      guard let screen = app.front else { throw UserError("open a screen first: open home") }
      screen.update()
    },
    UserAction(
      "fail [ERROR]", "Fail the load under way, or else the next: offline, missing, malformed."
    ) { app, words throws(UserError) in app.failLoad(with: try loadError(words)) },
    UserAction("slow", "Make the next load take its time.") { app, _ in
      app.loader.slow.slowNext()
    },
  ]

  private static func screen(_ words: [String]) throws(UserError) -> ScreenName {
    let names = ScreenName.allCases.map(\.rawValue).joined(separator: " or ")
    guard let word = words.first else { throw UserError("name a screen: \(names)") }
    guard let name = ScreenName(rawValue: word) else {
      throw UserError("there is no screen '\(word)'; there is \(names)")
    }
    return name
  }

  private static func post(
    _ words: [String], _ app: ProfileApp
  ) throws(UserError) -> (ProfileScreen, PostRow) {
    guard let profile = app.profile else { throw UserError("open the profile first: profile") }
    guard let word = words.first else { throw UserError("give a post's number: post 1") }
    guard let row = Int(word).flatMap({ profile.post($0) }) else {
      throw UserError("there is no post '\(word)'; there are 1 to \(profile.posts.count)")
    }
    return (profile, row)
  }

  private static func loadError(_ words: [String]) throws(UserError) -> LoadError {
    guard let name = words.first else { return .offline }
    guard let error = LoadError(rawValue: name) else {
      let names = LoadError.allCases.map(\.rawValue).joined(separator: ", ")
      throw UserError("a load cannot fail with '\(name)'; it can with \(names)")
    }
    return error
  }
}
