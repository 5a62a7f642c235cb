import TreeJournal

/// How a run ended.
package struct RunOutcome: Sendable {
  /// The records of errors that weren't caught, and of bubbles that weren't handled.
  package private(set) var unhandled: [Int32] = []
  /// The records of models that have left and are alive at the end.
  package private(set) var leaked: [Int32] = []
  /// The records that started work which is running at the end.
  package private(set) var running: [Int32] = []
  /// The last record; -1 for none.
  package private(set) var last = Run.none

  /// Costs a look at each record.
  package init(of run: Run) {
    for (index, entry) in run.entries.enumerated() {
      guard let event = entry.event else { continue }
      let place = Int32(index)
      last = place
      switch event {
      case .uncaught, .unhandled: unhandled.append(place)
      case .leaked: leaked.append(place)
      case .started where !run.hasEnded(place): running.append(place)
      default: break
      }
    }
  }
}

extension RunOutcome {
  /// The records of the outcome.
  ///
  /// - Parameter limit: The maximum number of each kind.
  package func places(limit: Int) -> [Int32] {
    unhandled.prefix(limit) + leaked.prefix(limit) + running.prefix(limit) + [last]
  }
}

extension Run {
  fileprivate func hasEnded(_ started: Int32) -> Bool {
    self[started].children.contains { self[$0].event == .ended }
  }
}
