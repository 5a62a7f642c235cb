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
    /// The outcome of a message, or of work.
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
    /// How often a message or an action is repeated in a second.
    case rate
    /// A label, or a value of a state, at a moment that both runs share.
    case state
    /// A model that has left and is alive at the end, while it is released in the other run.
    case leak
    /// A model, or its subscriptions or services, when the journal began or a tree joined it.
    case start
  }

  package let what: What
  /// The places of the records; -1 for none.
  package let old: Int32
  package let new: Int32
  /// The records whose handler, action or answer they belong to; -1 for none.
  package var context: (old: Int32, new: Int32)
  /// The models, if it is about models and not about records; -1 for none.
  package var models: (old: Int32, new: Int32)
  /// The place in the older run after which it comes, or its own.
  var anchor: Int32
  /// Whether the other run had ended by then.
  var isBehindEnd = false

  init(
    _ what: What, _ old: Int32, _ new: Int32, in context: (old: Int32, new: Int32),
    models: (old: Int32, new: Int32) = (-1, -1)
  ) {
    self.what = what
    self.old = old
    self.new = new
    self.context = context
    self.models = models
    anchor = old
  }

  /// The place of one side's record; -1 for none.
  package func place(_ side: RunSide) -> Int32 { side == .old ? old : new }

  /// The place of one side's context; -1 for none.
  package func context(_ side: RunSide) -> Int32 { side == .old ? context.old : context.new }

  /// The model of one side; -1 for none.
  package func model(_ side: RunSide) -> Int32 { side == .old ? models.old : models.new }
}

extension [Difference] {
  /// Sorts by the order of the older run. What only the newer run has follows the last record before it that
  /// both have, or that took the place of one.
  mutating func sort(by new: Run) {
    var latest = new.entries.map(\.partner)
    for difference in self where difference.what == .replaced {
      latest[Int(difference.new)] = difference.old
    }
    for place in latest.indices.dropFirst() where latest[place] < 0 {
      latest[place] = latest[place - 1]
    }
    for index in indices where self[index].old < 0 || self[index].what == .state {
      let difference = self[index]
      switch difference.what {
      case .start where difference.models.old >= 0 || difference.models.new < 0: continue
      // At the latest when it is seen to differ.
      case .state:
        if difference.old < 0, difference.new < 0 { continue }
        let other = difference.new > 0 ? latest[Int(difference.new) - 1] : Run.none
        self[index].anchor = Swift.min(difference.anchor, Swift.max(difference.old, other))
      default:
        let place =
          difference.what == .start
          ? new.all[Int(difference.models.new)].since : difference.new
        self[index].anchor = place > 0 ? latest[Int(place) - 1] : Run.none
      }
    }
    sort { $0.position < $1.position }
  }
}

extension Difference {
  /// Its position in the older run: at a record, or after one.
  fileprivate var position: (Int, Int32) {
    (Int(anchor) * 2 + (old == anchor && old >= 0 ? 0 : 1), max(new, 0))
  }
}
