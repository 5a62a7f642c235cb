import TextIO
import TreeAnalysis

/// Finds running apps.
package struct AppSearch {
  /// The places at which apps have, or had, their sockets.
  package let places: [AppPlace]
  /// Why folders were left out.
  package let refusals: [AppLinkError]
  /// The client's name and version.
  private let client: String

  /// Looks into all folders that are there.
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

  /// All apps with their states, asked side by side. Takes a second if one doesn't answer.
  ///
  /// Foreign sockets are left out. What an ended app has left behind is listed once, and then cleared.
  package func apps() -> [RunningApp] { Self.ask(places, as: client) }

  private static func ask(_ places: [AppPlace], as client: String) -> [RunningApp] {
    var apps: [RunningApp] = []
    try? OrderedWork.run(places.count, threads: places.count) { number in
      RunningApp(asking: places[number], as: client)
    } take: { app in
      if let app { apps.append(app) }
    }
    return apps.sorted { ($0.name, $0.place.pid) < ($1.name, $1.place.pid) }
  }

  /// Connects to the app that a person names.
  ///
  /// - Throws: `AppLinkError` where none or several are called so, or what is there is no socket of the
  ///   user's own.
  package func find(_ name: AppName) throws(AppLinkError) -> (RunningApp, LinkConnection) {
    var matches: [(app: RunningApp, connection: LinkConnection)] = []
    var isBusy = false
    for place in places {
      var app = RunningApp(at: place)
      // An app without a card has to be asked.
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
        // Without a name, others count.
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

/// How a person names a running app: `@NAME`, `@PID`, `@NAME:PID`, or `@` where only one runs.
package struct AppName: Hashable, Sendable {
  /// The text after the `@`.
  package let text: String

  /// Reads the name of an app; nil if the word does not begin with `@`.
  package init?(word: String) {
    guard word.hasPrefix("@") else { return nil }
    text = String(word.dropFirst())
  }

  /// Names the apps that are called so.
  package init(called name: String) { text = name }

  /// The word that names an app alone.
  package static func word(name: String, pid: Int) -> String { "@\(name):\(pid)" }

  /// Whether this names an app.
  ///
  /// - Parameter name: What the app is called; nil if it does not say.
  func names(_ name: String?, pid: Int) -> Bool {
    if text.isEmpty || text == name || text == "\(pid)" { return true }
    return name.map { text == "\($0):\(pid)" } ?? text.hasSuffix(":\(pid)")
  }
}

/// An app that has a socket, as far as it says who it is.
package struct RunningApp: Hashable, Sendable {
  /// How an app responds.
  package enum State: String, Hashable, Sendable {
    /// It answers.
    case answers
    /// It does not answer in time: it is stopped, or its tree is busy.
    case busy
    /// It speaks a version of the protocol that this side does not.
    case otherVersion = "other-version"
    /// It has ended and left its socket.
    case stale
  }

  /// Where it has its socket.
  package var place: AppPlace
  /// What its tree is called; empty if it is unknown.
  package var name: String
  /// When it began to listen, in UTC; nil if it does not say.
  package var started: String?
  /// How many models its tree has; nil if it does not say.
  package var models: Int?
  /// The version that it speaks; nil if it does not say.
  package var version: LinkVersion?
  /// How it answered.
  package var state: State

  /// The word that names it alone.
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
  /// Asks an app who it is; nil if its socket isn't the user's own.
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
      note(try connection.hello(as: client, LinkPatience(limit: .seconds(1))))
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
