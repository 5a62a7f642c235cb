import TreeJournal
import TreeSnapshot

/// One difference between two runs.
package struct Difference: Sendable {
  /// What is different.
  package enum What: String, Sendable {
    /// Only the older run has the record, or only the newer one.
    case missing, extra
    /// Another record of the same kind takes its place.
    case replaced
    /// The same record, in another position within a handler, action or answer.
    case order
    /// The outcome of a message, or of work; of work that was cancelled also by what, and when.
    case outcome
    /// The model that handled a message.
    case handler
    /// The receivers of an event.
    case receivers
    /// The model that did it.
    case model
    /// A handler, action or answer that never returned.
    case unfinished
    /// The words of an action.
    case input
    /// A text: a context, an underlying error, a value, a representation, a payload.
    case text
    /// The declared codes.
    case vocabulary
    /// The duration.
    case slower
    /// A label, or a value of a state.
    case state
    /// A model that has left and is alive at the end.
    case leak
  }

  package let what: What
  /// The places of the records; -1 for none.
  package let old: Int32
  package let new: Int32
  /// The records whose handler, action or answer they belong to; -1 for none.
  package var context: (old: Int32, new: Int32)
  /// The models, if it is about models and not about records; -1 for none.
  package var models: (old: Int32, new: Int32)

  init(
    _ what: What, _ old: Int32, _ new: Int32, in context: (old: Int32, new: Int32),
    models: (old: Int32, new: Int32) = (-1, -1)
  ) {
    self.what = what
    self.old = old
    self.new = new
    self.context = context
    self.models = models
  }

  /// The place of one side's record; -1 for none.
  package func place(_ side: RunSide) -> Int32 { side == .old ? old : new }

  /// The place of one side's context; -1 for none.
  package func context(_ side: RunSide) -> Int32 { side == .old ? context.old : context.new }

  /// The model of one side; -1 for none.
  package func model(_ side: RunSide) -> Int32 { side == .old ? models.old : models.new }
}

// The order of differences: that of the records, and the same whichever run is named first.
extension RunComparison {
  /// How far a run had come at each record: the number of earlier records that both runs have, and of the
  /// others since the last of them.
  private static func progress(of run: Run) -> [(common: Int, own: Int)] {
    var progress = (common: 0, own: 0)
    return run.entries.map { entry in
      let present = progress
      if entry.partner >= 0 {
        progress = (progress.common + 1, 0)
      } else if entry.event != nil {
        progress.own += 1
      }
      return present
    }
  }

  /// Puts the earliest difference first, and counts the records before it.
  mutating func sortDifferences() {
    let (olds, news) = (Self.progress(of: old), Self.progress(of: new))
    let keys = differences.map { difference in
      let places =
        (difference.old < 0 ? [] : [olds[Int(difference.old)]])
        + (difference.new < 0 ? [] : [news[Int(difference.new)]])
      let (common, own) = places.min { $0 < $1 } ?? (0, 0)
      return (common, own, content(of: difference))
    }
    let order = differences.indices.sorted { keys[$0] < keys[$1] }
    differences = order.map { differences[$0] }
    alike = order.first.map { keys[$0].0 } ?? old.entries.count { $0.partner >= 0 }
  }

  /// Tells differences apart, whichever run is named first: by what the records say, and the types of their
  /// models.
  func content(of difference: Difference) -> String {
    RunSide.allCases.map { side -> String in
      let (run, place) = (run(side), difference.place(side))
      guard let record = record(side, place) else { return "" }
      let names = [
        record.event.rawValue, record.message?.domain, record.message?.code, record.type,
        record.key,
      ]
      return (names.map { $0 ?? "" } + run.types(place)).joined(separator: " ")
    }.sorted().joined(separator: " ")
  }
}
