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

  /// All apps, each with what it does when it is asked. Costs a second where one does not answer.
  package func apps() -> [RunningApp] { RollCall.answers(of: places, client: client) }

  /// Connects to the app that a person names.
  ///
  /// - Throws: `AppLinkError` where none or several are called so, or what is there is no socket of the
  ///   user's own.
  package func find(_ name: AppName) throws(AppLinkError) -> (RunningApp, LinkConnection) {
    var found: [(app: RunningApp, connection: LinkConnection)] = []
    var isBusy = false
    for place in places {
      var app = RunningApp(at: place)
      // Who says nothing of itself has to be asked.
      if app.name.isEmpty, let named = RollCall.answers(of: [place], client: client).first {
        app = named
      }
      guard name.names(app.name.isEmpty ? nil : app.name, pid: place.pid) else { continue }
      do throws(AppLinkError) {
        if let version = app.version, !LinkVersion.current.understands(version) {
          throw .otherVersion(app: version)
        }
        if let connection = try LinkConnection(to: place) { found.append((app, connection)) }
      } catch {
        // Without a name, others count.
        if name.text.isEmpty, error != .busy { continue }
        if error == .busy { isBusy = true } else { throw error }
      }
    }
    if let only = found.first, found.count == 1 { return only }
    if found.count > 1 { throw .severalApps(name.text, found.map(\.app.word)) }
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
    let nearest = names.map { String($0.dropFirst()) }.nearest(to: name.text)
    return .noSuchApp(name.text, running: names, nearest: nearest.map { "@\($0)" })
  }
}
