/// The models of captured lines.
struct Captures {
  /// By the capture's name, in ascending order.
  private(set) var models: [String: [Int]] = [:]

  private let matcher: TreeMatcher
  /// By line: whether it or a line below it has a capture.
  private let captures: [Bool]

  /// The models of a spec's captured lines in a tree.
  static func models(of bound: BoundSpec) -> [String: [Int]] {
    if bound.spec.lines.isEmpty { return [:] }
    let matcher = TreeMatcher(bound)
    let isMatch = matcher.isMatch(line: 0, position: 0)
    return Captures(matcher, isMatch ? nil : TreeAlignment(matcher).aligned()).models
  }

  /// Follows the spec and the tree as far as they match.
  init(_ matcher: TreeMatcher, _ aligned: AlignedModel?) {
    self.matcher = matcher
    var captures = matcher.lines.map { $0.capture != nil }
    for index in matcher.lines.indices.reversed() where captures[index] {
      if let parent = matcher.lines[index].parent { captures[parent] = true }
    }
    self.captures = captures
    guard captures.first == true else { return }
    if let aligned { collect(aligned) } else { collect(line: 0, position: 0) }
    for name in models.keys { models[name]?.sort() }
  }

  private mutating func collect(_ aligned: AlignedModel) {
    guard let line = aligned.line, let position = aligned.position else { return }
    switch aligned.state {
    case .matched, .outOfOrder: collect(line: line, position: position)
    case .different:
      note(line, position)
      for child in aligned.children { collect(child) }
    case .missing, .extra, .movedAway, .movedHere, .other: break
    }
  }

  private mutating func note(_ line: Int, _ position: Int) {
    if let name = matcher.lines[line].capture { models[name, default: []].append(position) }
  }

  private mutating func collect(line: Int, position: Int) {
    guard captures[line] else { return }
    note(line, position)
    let spec = matcher.lines[line]
    guard spec.children.contains(where: { captures[$0] }) else { return }
    for (child, models) in matcher.given(line: line, position: position) {
      for model in models { collect(line: child, position: model) }
    }
  }
}
