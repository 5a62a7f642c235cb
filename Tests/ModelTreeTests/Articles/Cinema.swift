// Cinema.swift: the examples of "From the article's words to today's".
import ModelTree

struct Film: Codable { let title: String }

enum Foyer {
  struct Open: BubbleMessage, Codable { let film: Film }
}

enum Tickets {
  struct SoldOut: ErrorMessage { let film: Film }
}

final class TicketOffice: Service {
  private var left = 1

  func buy(_ film: Film) throws(Tickets.SoldOut) {
    guard left > 0 else { throw Tickets.SoldOut(film: film) }
    left -= 1
  }
}

final class CatalogModel: Model {
  @FromSession var office: TicketOffice
  let film: Film

  init(film: Film, parent: Model) {
    self.film = film
    super.init(parent: parent)
  }

  func open() { raise(Foyer.Open(film: film)) }

  func buy() {
    do throws(Tickets.SoldOut) {
      try office.buy(film)
      print("a ticket for \(film.title)")
    } catch {
      raise(error)
    }
  }
}

final class CinemaSession: Session {
  @Child({ CatalogModel(film: Film(title: "Vertigo"), parent: $0) }) var catalog

  override func sessionDidLoad() {
    provide(TicketOffice())
    register(for: Foyer.Open.self) { open in print("opens \(open.film.title)") }
    register(for: Tickets.SoldOut.self) { error in print("\(error.film.title) is sold out") }
  }
}

@MainActor
func anEvening() {
  let session = CinemaSession()
  session.open()
  session.catalog.open()
  session.catalog.buy()
  session.catalog.buy()
}

@MainActor
func sellTickets() {
  let session = Session()
  let (sold, free) = (SignalPipe<String>(), ObservableValue(2))
  sold.subscribeNext { _ in free.value -= 1 }.ownedBy(session)
  free.map { $0 == 0 ? "sold out" : "\($0) left" }.subscribeNext { print($0) }.ownedBy(session)
  sold.sendNext("Vertigo")
  sold.sendNext("Rope")
}
