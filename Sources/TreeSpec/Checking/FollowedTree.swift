import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// Holds lines against a tree that changes, from change to change.
///
/// Whether a model fits a line follows from the model and its children: what each of them is, whether it
/// has children, and which of the lines with lines below them it fits. So each answer is kept. Where a model
/// changes, its own are found again, and those of the model above only where one of them is another than
/// before. A line that asks for models at any depth is answered again where something below changed that
/// a line below it names.
///
/// A change costs a look at the children of the model that changed and, as far up as answers change, at those
/// of the models above; below a line that asks for models at any depth, a look at all of them.
final class FollowedTree {
  private let spec: Spec
  private let classes: [Int32]
  private var parts: [Int: LinePart] = [:]
  /// By model and line.
  private var answers: [Int: [Int: Bool]] = [:]
  /// By model: whether it had no children when the model above was answered for.
  private var leaves: [Int: Bool] = [:]
  /// By type: the lines with lines below them that have its name.
  private var innerLines: [String: [Int]] = [:]
  /// By type: whether a line without lines below it asks for more than its name.
  private var described: [String: Bool] = [:]
  private var number: Int?
  private var touched = TouchedModels(isWhole: true)
  /// Nil where no line names a message.
  private var messages: FollowedMessages?

  init(_ spec: Spec) {
    self.spec = spec
    classes = BoundSpec.classes(of: spec)
    messages = FollowedMessages(spec)
  }

  /// Takes what was touched since the last look.
  func note(_ later: TouchedModels) { touched.add(later) }

  /// Whether a tree is as the lines say, whose first fits the name of the root.
  ///
  /// - Throws: `MomentError` where the tree is not there.
  func isMatch(_ trees: MovingTree, _ number: Int) throws(MomentError) -> Bool {
    let touched = touched
    self.touched = TouchedModels()
    let isOther = number != self.number || touched.isWhole
    let knowsOthers = trees.withTree(number) { tree in
      tree.map { messages?.take(touched, $0, anew: isOther) ?? false } ?? true
    }
    if isOther || knowsOthers {
      self.number = number
      answers = [:]
      leaves = [:]
      if messages != nil { messages?.names = MessageNames(try trees.snapshot(ofTree: number)) }
    }
    return trees.withTree(number) { tree in
      guard let tree, let root = tree.root else { return false }
      if !isOther, !knowsOthers { settle(touched, tree) }
      return answer(0, root, tree)
    }
  }

  // MARK: Answers

  private func answer(_ line: Int, _ id: Int, _ tree: ReplayedTree) -> Bool {
    if let known = answers[id]?[line] { return known }
    let answer = compare(line, id, tree)
    answers[id, default: [:]][line] = answer
    return answer
  }

  /// Compares a model that has the name of a line. It calls itself for each level of the spec.
  private func compare(_ line: Int, _ id: Int, _ tree: ReplayedTree) -> Bool {
    let part = part(line)
    if part.isDeep {
      guard let picture = tree.subtree(of: id) else { return false }
      return TreeMatcher(BoundSpec(part.spec, picture, messages?.names))
        .isMatch(line: 0, named: 0)
    }
    for child in tree.children(of: id) { leaves[child] = tree.isLeaf(child) }
    let picture = tree.surroundings(of: id) { child in
      let own = lines(named: tree.type(of: child) ?? "")
      let fitting = part.innerChildren.filter { own.contains($0) && answer($0, child, tree) }
      return "\u{0}\(fitting.map(String.init).joined(separator: ","))"
    }
    guard let picture else { return false }
    let matcher = TreeMatcher(BoundSpec(part.spec, picture, messages?.names))
    matcher.knownAnswer = { line, position in
      self.answer(part.origins[line], picture[position].id, tree)
    }
    return matcher.isMatch(line: 0, named: 0)
  }

  private func part(_ line: Int) -> LinePart {
    if let known = parts[line] { return known }
    let part = LinePart(line, of: spec, classes: classes)
    parts[line] = part
    return part
  }

  /// The lines with lines below them that have the name of a type.
  private func lines(named type: String) -> [Int] {
    if let known = innerLines[type] { return known }
    let lines = spec.lines.indices.filter {
      !spec.lines[$0].children.isEmpty && spec.lines[$0].pattern.fits(type)
    }
    innerLines[type] = lines
    return lines
  }

  /// Whether a line without lines below it asks a model of a type for more than its name.
  private func isDescribed(_ type: String) -> Bool {
    if let known = described[type] { return known }
    let isDescribed = spec.lines.contains { line in
      line.children.isEmpty && !line.isBare && line.pattern.fits(type)
    }
    described[type] = isDescribed
    return isDescribed
  }

  // MARK: Changes

  /// Finds the answers again that may be others.
  private func settle(_ touched: TouchedModels, _ tree: ReplayedTree) {
    for id in touched.gone.keys {
      answers[id] = nil
      leaves[id] = nil
    }
    // Children mostly have higher numbers than their parents, and come first.
    var open = OpenModels(touched.changed.union(touched.parents))
    var parents = touched.parents
    let deep = deepAnswers(touched, tree)
    for id in deep.keys { open.insert(id) }
    while let id = open.popFirst() {
      guard let type = tree.type(of: id) else { continue }
      let isItself = touched.changed.contains(id)
      var isOther = isItself && isDescribed(type)
      for (line, answer) in answers[id] ?? [:] {
        // Whether it has children may matter to a line that asks for none of those.
        let isDeepNext =
          deep[id]?.contains(line) == true
          || spec.lines[line].attributes.isLeaf != nil && touched.parents.contains(id)
        let isNext = part(line).isDeep ? isDeepNext : parents.contains(id)
        guard isItself || isNext else { continue }
        let new = compare(line, id, tree)
        answers[id]?[line] = new
        if new != answer { isOther = true }
      }
      if let leaf = leaves[id], leaf != tree.isLeaf(id) { isOther = true }
      if isOther, let parent = tree.parent(of: id) {
        parents.insert(parent)
        open.insert(parent)
      }
    }
  }

  /// By model: the lines that ask for models at any depth below it, where one of those may be another.
  private func deepAnswers(_ touched: TouchedModels, _ tree: ReplayedTree) -> [Int: Set<Int>] {
    let deep = parts.filter(\.value.isDeep)
    if deep.isEmpty { return [:] }
    let models = touched.changed.union(touched.parents)
    let types = Set(models.compactMap(tree.type)).union(touched.gone.values)
    let lines = deep.filter { _, part in
      part.namesBelow.contains { name in types.contains(where: name.fits) }
    }.keys
    if lines.isEmpty { return [:] }
    var found: [Int: Set<Int>] = [:]
    var seen: Set<Int> = []
    for model in models {
      var next: Int? = model
      while let id = next, seen.insert(id).inserted {
        let own = lines.filter { answers[id]?[$0] != nil }
        if !own.isEmpty { found[id] = Set(own) }
        next = tree.parent(of: id)
      }
    }
    return found
  }
}

extension NamePattern {
  /// Whether a name fits.
  func fits(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { matches($0) }
  }
}
