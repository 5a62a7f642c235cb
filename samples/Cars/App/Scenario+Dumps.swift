import CarsModels
import TreeSnapshot

// The trees that are kept beside the app, as it was at the telling step of each scenario.
extension Scenario {
  /// The file in `samples/dumps` that holds the tree; nil where none is kept.
  var dump: String? { tellingStep.map { _ in "cars-\(name).json" } }

  /// The tree at the telling step, in an app of its own.
  ///
  /// - Parameter storage: one that keeps nothing yet.
  @MainActor
  func telling(in storage: any Storage) async throws -> Snapshot {
    try await SampleGarage.fill(storage)
    let app = CarsApp(storage: storage) { _ in }
    await app.start()
    await app.settle()
    try await play(steps.prefix(tellingStep ?? steps.count), in: app)
    let snapshot = app.snapshot()
    await app.storage.release()
    await app.settle()
    return snapshot
  }

  /// Writes every dump that is kept into a folder.
  @MainActor
  static func writeDumps(into folder: String) async throws {
    for scenario in all {
      guard let dump = scenario.dump else { continue }
      try await scenario.telling(in: MemoryStorage()).writeDump(toFile: "\(folder)/\(dump)")
    }
  }
}
