/// A place of a tree as it is and as its spec asks for it.
///
/// `@unchecked Sendable`: it is changed only while it is made, on one thread, before any other knows it.
package final class AlignedModel: @unchecked Sendable {
  enum State: Equatable {
    /// The model and all below it are as they should be.
    case matched
    /// The model belongs to the line, and it or something below it is different.
    case different
    /// So many models that the line asks for are not there.
    case missing(Int)
    /// The model belongs to no line.
    case extra(ExtraReason)
    /// The model that the line asks for is elsewhere, at this position.
    case movedAway(to: Int)
    /// The model belongs elsewhere: to this line.
    case movedHere(line: Int)
    /// The model belongs to the line, which has another place in the order of the siblings.
    case outOfOrder
    /// The model belongs to no line and may be there; something below it belongs elsewhere.
    case other
  }

  enum ExtraReason: Equatable {
    /// No line asks for it.
    case unknown
    /// This line would, but allows fewer.
    case beyondCount(line: Int)
  }

  var state: State
  /// The line; nil for what is extra.
  let line: Int?
  /// The model; nil for what is missing.
  let position: Int?
  /// In what the model itself is different.
  var differences: [AttributeDifference] = []
  /// In the order of the tree, what is missing after what it should follow. Below what is missing or
  /// extra itself, only what moved from or to there.
  var children: [AlignedModel] = []

  init(_ state: State, line: Int?, position: Int?) {
    self.state = state
    self.line = line
    self.position = position
  }
}

extension AlignedModel {
  /// What the lines of the model and of all below it name and the tree does not know.
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
