// Departures.swift: the program of "Answer from the network".
import ModelTree

enum BoardErrors: String, ErrorCode, CaseIterable { case noAnswer, noSuchStation }
enum BoardEvent: String, GlobalEventName, CaseIterable { case refresh }

struct Unreachable: Error {}

/// Answers as a server would.
final class Timetable: Service {
  func departures(from station: String) async throws -> [String] {
    try await Task.sleep(for: .milliseconds(10))
    switch station {
    case "Ely": return ["9:05 Norwich", "9:20 London"]
    case "Hull": throw Unreachable()
    default: throw ModelError(BoardErrors.noSuchStation, context: station)
    }
  }
}

final class BoardModel: Model {
  let station: String
  private(set) var rows: [String] = []
  private(set) var work: Task<Void, Never>?
  override var label: String? { station }

  init(station: String, parent: Model) {
    self.station = station
    super.init(parent: parent)
    mayRaise(BoardErrors.noAnswer, BoardErrors.noSuchStation)
    register(for: BoardEvent.refresh) { [weak self] _ in try? self?.load() }
  }

  func load() throws(MissingServiceError) {
    let timetable = try service(Timetable.self)
    work = task(orRaise: BoardErrors.noAnswer) { [station] in
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
    print(error, error.underlying.map { "for the \(type(of: $0)) error" } ?? "as thrown")
  }
}

@MainActor func askForEly(in session: StationSession) async throws {
  let board = BoardModel(station: "Ely", parent: session)
  try board.load()
  await board.work?.value
}

@MainActor func askInVain(in session: StationSession) async throws {
  for station in ["Hull", "Atlantis"] {
    let board = BoardModel(station: station, parent: session)
    try board.load()
    await board.work?.value
    board.removeFromParent()
  }
}

@MainActor func leaveBeforeTheAnswer(in session: StationSession) async throws {
  let board = BoardModel(station: "Ely", parent: session)
  try board.load()
  board.removeFromParent()
  await board.work?.value
  print("cancelled: \(board.work?.isCancelled == true), rows: \(board.rows.count)")
}

@MainActor func askBecauseOfAnEvent(in session: StationSession) async {
  session.raise(BoardEvent.refresh)
  for case let board as BoardModel in session.children { await board.work?.value }
}

extension BoardModel {
  func loadInAPlainTask() throws(MissingServiceError) -> Task<Void, any Error> {
    let timetable = try service(Timetable.self)
    return Task { rows = try await timetable.departures(from: station) }
  }
}

@MainActor func leaveAPlainTask(in session: StationSession) async throws {
  let board = BoardModel(station: "Ely", parent: session)
  let work = try board.loadInAPlainTask()
  board.removeFromParent()
  try await work.value
  print("cancelled: \(work.isCancelled), rows: \(board.rows.count)")
}

@MainActor func runDepartures() async throws {
  let session = StationSession()
  session.open()
  try await askForEly(in: session)
  try await askInVain(in: session)
  try await leaveBeforeTheAnswer(in: session)
  await askBecauseOfAnEvent(in: session)
  try await leaveAPlainTask(in: session)
  session.close()
}
