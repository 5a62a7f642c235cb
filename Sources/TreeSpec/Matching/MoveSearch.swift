/// Finds what is missing in one place and too much in another.
struct MoveSearch {
  private let matcher: TreeMatcher

  /// More pairs than this are not compared.
  private static let limit = 40_000

  init(_ matcher: TreeMatcher) { self.matcher = matcher }

  func run(_ root: AlignedModel) {
    var missing: [AlignedModel] = []
    var extra: [AlignedModel] = []
    var open = [root]
    while let model = open.popLast() {
      switch model.state {
      case .missing(1): missing.append(model)
      case .extra: extra.append(model)
      default: open += model.children.reversed()
      }
    }
    var comparisons = 0
    for model in missing {
      guard let line = model.line else { continue }
      for (place, other) in extra.enumerated() {
        comparisons += 1
        if comparisons > Self.limit { return }
        guard let position = other.position, matcher.isMatch(line: line, position: position)
        else { continue }
        model.state = .movedAway(to: position)
        other.state = .movedHere(line: line)
        extra.remove(at: place)
        break
      }
    }
  }
}
