/// The models of captured lines.
struct Captures {
  /// By the capture's name, in ascending order.
  private(set) var models: [String: [Int]] = [:]

  /// The models of a spec's captured lines in a tree.
  static func models(of bound: BoundSpec) -> [String: [Int]] {
    if bound.spec.lines.isEmpty { return [:] }
    let matcher = TreeMatcher(bound)
    let isMatch = matcher.isMatch(line: 0, position: 0)
    return Captures(matcher, isMatch ? nil : TreeAlignment(matcher).aligned()).models
  }

  /// Follows the spec and the tree as far as they match.
  init(_ matcher: TreeMatcher, _ aligned: AlignedModel?) {
    let claimed = ClaimedModels(matcher, aligned) { matcher.lines[$0].capture != nil }
    for (line, models) in claimed.models {
      if let name = matcher.lines[line].capture { self.models[name] = models }
    }
  }
}

/// The models that belong to lines of a spec, as far as it and the tree match.
struct ClaimedModels {
  /// By line, in ascending order.
  private(set) var models: [Int: [Int]] = [:]

  private let matcher: TreeMatcher
  private let isWanted: (Int) -> Bool
  /// By line: whether it or a line below it is wanted.
  private let leads: [Bool]

  /// Costs one claim of children for each model above a wanted line.
  ///
  /// - Parameters:
  ///   - aligned: the spec and the tree, aligned; nil if they match.
  ///   - isWanted: whether to collect the models of a line.
  init(_ matcher: TreeMatcher, _ aligned: AlignedModel?, of isWanted: @escaping (Int) -> Bool) {
    self.matcher = matcher
    self.isWanted = isWanted
    var leads = matcher.lines.indices.map(isWanted)
    for index in matcher.lines.indices.reversed() where leads[index] {
      if let parent = matcher.lines[index].parent { leads[parent] = true }
    }
    self.leads = leads
    guard leads.first == true else { return }
    if let aligned { collect(aligned) } else { collect(line: 0, position: 0) }
    for line in models.keys { models[line]?.sort() }
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
    if isWanted(line) { models[line, default: []].append(position) }
  }

  private mutating func collect(line: Int, position: Int) {
    guard leads[line] else { return }
    note(line, position)
    let spec = matcher.lines[line]
    guard spec.children.contains(where: { leads[$0] }) else { return }
    for (child, models) in matcher.given(line: line, position: position) {
      for model in models { collect(line: child, position: model) }
    }
  }
}
