// Ferries.swift: the program of "Know what happened before you looked".
import ModelTree
import ModelTreeJournal
import TreeSnapshot

enum FerryErrors: String, ErrorCode, CaseIterable { case cancelled }

final class Ferry: Model {}

final class Harbor: Session {
  override func sessionDidLoad() {
    register(for: FerryErrors.cancelled) { [weak self] _ in
      self?.children.first?.removeFromParent()
    }
    Ferry(parent: self).raise(FerryErrors.cancelled)
  }
}

@MainActor
func openHarbor(with journal: Journal) -> SessionController {
  let controller = SessionController(
    journal: journal, anonymous: { Harbor() }, authorized: { _ in Harbor() })
  controller.start()
  return controller
}

@MainActor
func openHarbor(recordingInto file: String) throws -> SessionController {
  openHarbor(with: try Journal(bytes: 1 << 20, file: file))
}

@MainActor
func ferriesThatWere(_ journal: Journal) throws -> [Int] {
  try (journal.droppedRecords...journal.recordCount).map { record in
    try journal.snapshot(after: record).count - 1
  }
}

@MainActor
func cancelFirst(of harbor: Harbor) {
  harbor.perform("cancel", "first") {
    _ = harbor.children.first?.raise(FerryErrors.cancelled)
  }
}
