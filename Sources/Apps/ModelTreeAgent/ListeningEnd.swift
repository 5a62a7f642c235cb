import TextIO
import TreeLink

/// The listening side of an agent, which removes its files when the app calls `exit`.
final class ListeningEnd: Sendable {
  private let server: LinkServer
  private let place: AppPlace

  /// All listening sides.
  private static let open: Lock<[ListeningEnd]> = {
    atexit { ListeningEnd.removeFiles() }
    return Lock([])
  }()

  init(_ service: AgentService, in folder: LinkFolder) throws(AppLinkError) {
    place = AppPlace.own(in: folder)
    server = try LinkServer(at: place, service: service)
    let card = Greeting(name: service.name, pid: place.pid, started: service.started)
    do throws(FileError) {
      try card.writeCard(at: place)
    } catch {
      stop()
      throw .card(error)
    }
    do throws(AppLinkError) {
      try server.start()
    } catch {
      stop()
      throw error
    }
    Self.open.withLock { $0.append(self) }
    service.waitForExplorer()
  }

  func stop() {
    Self.open.withLock { open in open.removeAll { $0 === self } }
    // Before the connections end and thereby notify the clients.
    FileNames.remove(place.card)
    server.stop()
  }

  private static func removeFiles() {
    // A forked child process leaves its parent's files.
    for end in open.withLock({ $0 }) where end.place.pid == Int(getpid()) {
      FileNames.remove(end.place.card)
      FileNames.remove(end.place.socket)
    }
  }
}
