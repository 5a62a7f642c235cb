// Departures.swift: the program of "Answer from the network".
import ModelTree

enum Board {
  struct NoSuchStation: ErrorMessage { let name: String }
  struct Refresh: EventMessage {}
}

enum HostError: Error { case unreachable }

/// Answers as a server would.
final class Timetable: Service {
  func departures(from station: String) async throws -> [String] {
    try await Task.sleep(for: .milliseconds(10))
    switch station {
    case "Ely": return ["9:05 Norwich", "9:20 London"]
    case "Hull": throw HostError.unreachable
    default: throw Board.NoSuchStation(name: station)
    }
  }
}

final class BoardModel: Model {
  @FromSession var timetable: Timetable
  let station: String
  private(set) var rows: [String] = []
  private(set) var work: Task<Void, Never>?
  override var label: String? { station }

  init(station: String, parent: Model) {
    self.station = station
    super.init(parent: parent)
    mayRaise(Board.NoSuchStation.self)
    register(for: Board.Refresh.self) { [weak self] _ in self?.load() }
  }

  func load() {
    work = task { [timetable, station] in
      try await timetable.departures(from: station)
    } then: { board, rows in
      board.rows = rows
      print("\(board.station): \(rows.joined(separator: ", "))")
      if let cause = board.cause { print("asked because of \(cause)") }
    }
  }
}

final class StationSession: Session {
  override func createServices() { provide(Timetable()) }

  override func handleUncaught(_ error: ModelError) {
    print("uncaught: \(error)")
  }
}

@MainActor func askForEly(in session: StationSession) async {
  let board = BoardModel(station: "Ely", parent: session)
  board.load()
  await board.work?.value
}

@MainActor func askInVain(in session: StationSession) async {
  for station in ["Hull", "Atlantis"] {
    let board = BoardModel(station: station, parent: session)
    board.load()
    await board.work?.value
    board.removeFromParent()
  }
}

@MainActor func leaveBeforeTheAnswer(in session: StationSession) async {
  let board = BoardModel(station: "Ely", parent: session)
  board.load()
  board.removeFromParent()
  await board.work?.value
  print("cancelled: \(board.work?.isCancelled == true), rows: \(board.rows.count)")
}

@MainActor func askBecauseOfAnEvent(in session: StationSession) async {
  session.raise(Board.Refresh())
  for case let board as BoardModel in session.children { await board.work?.value }
}

extension BoardModel {
  func loadInAPlainTask() -> Task<Void, any Error> {
    let timetable = timetable
    return Task { rows = try await timetable.departures(from: station) }
  }
}

@MainActor func leaveAPlainTask(in session: StationSession) async throws {
  let board = BoardModel(station: "Ely", parent: session)
  let work = board.loadInAPlainTask()
  board.removeFromParent()
  try await work.value
  print("cancelled: \(work.isCancelled), rows: \(board.rows.count)")
}

@MainActor func runDepartures() async throws {
  let session = StationSession()
  session.open()
  await askForEly(in: session)
  await askInVain(in: session)
  await leaveBeforeTheAnswer(in: session)
  await askBecauseOfAnEvent(in: session)
  try await leaveAPlainTask(in: session)
  session.close()
}
