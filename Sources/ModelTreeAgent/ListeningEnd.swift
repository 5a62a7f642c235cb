import TextIO
import TreeLink

/// The open end of an agent, which has its files removed when the process ends.
final class ListeningEnd: Sendable {
  private let server: LinkServer
  private let place: AppPlace

  init(_ service: AgentService, in folder: LinkFolder) throws(AppLinkError) {
    place = AppPlace.own(in: folder)
    server = try LinkServer(at: place, service: service)
    EndOfProcess.willRemove(place.socket)
    EndOfProcess.willRemove(place.card)
    let card = AppCard(name: service.name, pid: place.pid, started: service.started)
    do throws(FileError) {
      try card.write(to: place)
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
  }

  func stop() {
    // Before the connections end, by which others learn of it.
    FileNames.remove(place.card)
    server.stop()
    EndOfProcess.hasRemoved(place.socket)
    EndOfProcess.hasRemoved(place.card)
  }
}
