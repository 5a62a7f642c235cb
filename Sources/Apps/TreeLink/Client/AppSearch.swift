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
        if let version = app.version, !LinkVersion.current.understands(version) {
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
    let running = apps().filter { $0.state != .stale }
    let names = running.map { app in
      let isOnly = running.count { $0.name == app.name } == 1 && !app.name.isEmpty
      return isOnly ? "@\(app.name)" : app.word
    }
    let what: SafeText =
      name.text.isEmpty ? "no app listens" : "no app '\(name.text)' listens"
    if names.isEmpty {
      let others: SafeText = name.text.isEmpty ? "" : ", nor does another"
      return .other("\(what)\(others); an app does once it calls 'listen()' of its Agent")
    }
    let nearest = names.map { String($0.dropFirst()) }.nearest(to: name.text)
    let hint: SafeText = nearest.map { "did you mean '@\($0)'? " } ?? ""
    return .other("\(what); \(hint)these do: \(names.joined(separator: ", "))")
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
  package var place: AppPlace
  /// The name of its tree; empty if unknown.
  package var name: String
  /// When it began to listen, in UTC; nil if unknown.
  package var started: String?
  /// The number of models in its tree; nil if unknown.
  package var models: Int?
  /// The version that it speaks; nil if unknown.
  package var version: LinkVersion?
  /// Its response.
  package var state: State

  /// The word that identifies it.
  package var word: String {
    name.isEmpty ? "@\(place.pid)" : AppName.word(name: name, pid: place.pid)
  }

  init(at place: AppPlace) {
    let card = AppCard(of: place)
    self.place = place
    name = card?.name ?? ""
    started = card?.started
    version = card?.version
    state = .busy
  }
}

extension RunningApp {
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
    if let version, !LinkVersion.current.understands(version) {
      state = .otherVersion
      return
    }
    do {
      note(try connection.ask(.hello(.current, client: client), LinkPatience(limit: .seconds(1))))
    } catch AppLinkError.otherVersion(_) {
      state = .otherVersion
    } catch {
      // It is busy, or its answer can't be read.
    }
  }

  private mutating func note(_ greeting: Greeting) {
    name = greeting.name
    started = greeting.started
    models = greeting.models
    version = greeting.version
    state = LinkVersion.current.understands(greeting.version) ? .answers : .otherVersion
  }
}
