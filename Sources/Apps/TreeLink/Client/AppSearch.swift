import TextIO

/// Finds running apps.
package struct AppSearch {
  /// The places of running apps' sockets, or of those left by ended apps.
  package let places: [AppPlace]
  /// Why folders were skipped.
  package let refusals: [AppLinkError]
  /// The client's name and version.
  private let client: String

  /// Searches all existing folders.
  ///
  /// - Parameters:
  ///   - client: The client's name and version.
  ///   - paths: The paths of the folders.
  package init(client: String, in paths: [String] = LinkFolder.searchedPaths) {
    var places: [AppPlace] = []
    var refusals: [AppLinkError] = []
    for path in paths {
      do throws(AppLinkError) {
        if let folder = try LinkFolder(path) { places += try folder.places() }
      } catch {
        refusals.append(error)
      }
    }
    self.places = places
    self.refusals = refusals
    self.client = client
  }

  /// All apps with their states, queried in parallel. Takes a second if one doesn't answer.
  ///
  /// Other users' sockets are skipped. The leftovers of an ended app are listed once, and then
  /// removed.
  package func apps() -> [RunningApp] {
    let apps = Lock<[RunningApp]>([])
    let threads = places.map { [client] place in
      BackgroundThread {
        guard let app = RunningApp(asking: place, as: client) else { return }
        apps.withLock { $0.append(app) }
      }
    }
    for thread in threads { thread?.join() }
    return apps.withLock { $0.sorted { ($0.name, $0.place.pid) < ($1.name, $1.place.pid) } }
  }

  /// Connects to the app with a name.
  ///
  /// - Throws: `AppLinkError` if no app or several have the name, or if its socket isn't the user's
  ///   own.
  package func find(_ name: AppName) throws(AppLinkError) -> (RunningApp, LinkConnection) {
    var matches: [(app: RunningApp, connection: LinkConnection)] = []
    var isBusy = false
    for place in places {
      var app = RunningApp(at: place)
      // An app without a card must be asked.
      if app.name.isEmpty, let named = RunningApp(asking: place, as: client) {
        app = named
      }
      guard name.names(app.name.isEmpty ? nil : app.name, pid: place.pid) else { continue }
      do throws(AppLinkError) {
        if !app.isUnderstood, let version = app.greeting?.version {
          throw .otherVersion(app: version)
        }
        if let connection = try LinkConnection(to: place) { matches.append((app, connection)) }
      } catch {
        // Without a name, try the others.
        if name.text.isEmpty, error != .busy { continue }
        if error == .busy { isBusy = true } else { throw error }
      }
    }
    if let only = matches.first, matches.count == 1 { return only }
    if matches.count > 1 {
      let what: SafeText =
        name.text.isEmpty ? "several apps listen" : "several apps are called '\(name.text)'"
      throw .other("\(what); name one: \(matches.map(\.app.word).joined(separator: ", "))")
    }
    if isBusy { throw .busy }
    if let refusal = refusals.first, places.isEmpty { throw refusal }
    throw noSuchApp(name)
  }

  private func noSuchApp(_ name: AppName) -> AppLinkError {
    let what: SafeText =
      name.text.isEmpty ? "no app listens" : "no app '\(name.text)' listens"
    let words = words
    if words.isEmpty {
      let others: SafeText = name.text.isEmpty ? "" : ", nor does another"
      return .other("\(what)\(others); an app does once it calls 'listen()' of its Agent")
    }
    let nearest = words.map { String($0.dropFirst()) }.nearest(to: name.text)
    let hint: SafeText = nearest.map { "did you mean '@\($0)'? " } ?? ""
    return .other("\(what); \(hint)these do: \(words.joined(separator: ", "))")
  }

  /// The shortest words that identify the running apps.
  package var words: [String] {
    let running = apps().filter { $0.state != .stale }
    return running.map { app in
      let isOnly = running.count { $0.name == app.name } == 1 && !app.name.isEmpty
      return isOnly ? "@\(app.name)" : app.word
    }
  }
}

/// The name of a running app: `@NAME`, `@PID`, `@NAME:PID`, or `@` if only one runs.
package struct AppName: Hashable, Sendable {
  /// The text after the `@`.
  package let text: String

  /// Parses the name of an app; nil if the word doesn't begin with `@`.
  package init?(word: String) {
    guard word.hasPrefix("@") else { return nil }
    text = String(word.dropFirst())
  }

  /// Creates a name for the apps with a tree's name.
  package init(called name: String) { text = name }

  /// The word that identifies an app.
  package static func word(name: String, pid: Int) -> String { "@\(name):\(pid)" }

  /// Whether this names an app.
  ///
  /// - Parameter name: The app's name; nil if unknown.
  func names(_ name: String?, pid: Int) -> Bool {
    if text.isEmpty || text == name || text == "\(pid)" { return true }
    return name.map { text == "\($0):\(pid)" } ?? text.hasSuffix(":\(pid)")
  }
}

/// An app with a socket, and what is known about it.
package struct RunningApp: Hashable, Sendable {
  /// An app's response.
  package enum State: String, Hashable, Sendable {
    /// It answers.
    case answers
    /// It doesn't answer in time: it is stopped, or its tree is busy.
    case busy
    /// It speaks a version of the protocol that this side doesn't understand.
    case otherVersion = "other-version"
    /// It has ended and left its socket.
    case stale
  }

  /// The place of its socket.
  package let place: AppPlace
  /// Its greeting, or its card if it didn't answer; nil if there is neither.
  package private(set) var greeting: Greeting?
  /// Its response.
  package private(set) var state = State.busy

  /// The name of its tree; empty if unknown.
  package var name: String { greeting?.name ?? "" }

  /// The word that identifies it.
  package var word: String {
    name.isEmpty ? "@\(place.pid)" : AppName.word(name: name, pid: place.pid)
  }

  /// Whether it speaks a version of the protocol that this side understands, as far as that is known.
  var isUnderstood: Bool {
    greeting.map { LinkVersion.current.understands($0.version) } ?? true
  }

  init(at place: AppPlace) {
    self.place = place
    greeting = Greeting(of: place)
  }

  /// Asks an app for its greeting; nil if its socket isn't the user's own.
  init?(asking place: AppPlace, as client: String) {
    self.init(at: place)
    let connection: LinkConnection?
    do throws(AppLinkError) {
      connection = try LinkConnection(to: place)
    } catch {
      if error == .busy { return }
      return nil
    }
    guard let connection else {
      state = .stale
      if !place.hasProcess { place.clear() }
      return
    }
    do {
      if isUnderstood {
        let hello = LinkRequest.hello(.current, client: client)
        greeting = try connection.ask(hello, LinkPatience(limit: .seconds(1))) as Greeting
      }
      state = isUnderstood ? .answers : .otherVersion
    } catch AppLinkError.otherVersion(_) {
      state = .otherVersion
    } catch {
      // It is busy, or its answer can't be read.
    }
  }
}
