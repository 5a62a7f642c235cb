import TextIO
import TreeAnalysis
import TreeSnapshot

/// A place in the actual and expected tree.
///
/// `@unchecked Sendable`: it changes only during its creation, on one thread, before any other
/// thread has it.
package final class AlignedModel: @unchecked Sendable {
  enum State: Equatable {
    /// The model and everything below it match.
    case matched
    /// The model belongs to the line; it or something below it differs.
    case different
    /// This number of the line's models is missing.
    case missing(Int)
    /// The model belongs to no line.
    case extra(ExtraReason)
    /// The line's model is elsewhere, at this position.
    case movedAway(to: Int)
    /// The model belongs elsewhere: to this line.
    case movedHere(line: Int)
    /// The model belongs to the line, whose place among its siblings differs.
    case outOfOrder
    /// No line claims the model, which is allowed; something below it belongs elsewhere.
    case other
  }

  enum ExtraReason: Equatable {
    /// No line asks for it.
    case unknown
    /// This line would, but has enough.
    case beyondCount(line: Int)
  }

  var state: State
  /// The line; nil for an extra model.
  let line: Int?
  /// The model; nil for a missing one.
  let position: Int?
  /// The model's own differences.
  var differences: [AttributeDifference] = []
  /// In document order; missing models follow their predecessors. Below a missing or extra model,
  /// only models that moved from or to there.
  var children: [AlignedModel] = []

  init(_ state: State, line: Int?, position: Int?) {
    self.state = state
    self.line = line
    self.position = position
  }
}

extension AlignedModel {
  /// The names in the lines of the model and its descendants that the tree doesn't know.
  var unknown: Set<SpecFault> {
    var all: Set<SpecFault> = []
    var open = [self]
    while let model = open.popLast() {
      for difference in model.differences {
        if case .unknown(let fault)? = difference.hint { all.insert(fault) }
      }
      open += model.children
    }
    return all
  }
}
