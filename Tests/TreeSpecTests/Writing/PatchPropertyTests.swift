import TestSupport
import Testing
import TextIO
import TreeSnapshot

@testable import TreeSpec

@Suite struct `A spec that is patched to another tree` {
  @Test(arguments: [UInt64](0..<8))
  func `is passed by it, and keeps its comments`(seed: UInt64) throws {
    var random = SeededGenerator(seed: 1_000 + seed)
    for _ in 0..<50 {
      let names = random.pick([
        RandomTree.plainNames, Self.hostileNames, RandomTree.nestedNames,
      ])
      let tree = NestedTree.random(&random, names: names)
      var options = SpecWriter.Options()
      options.isOrdered = random.chance(1, in: 2)
      options.includesRoutes = false
      let written = try SpecWriter(tree.snapshot(), options).write(title: nil)
      let (text, comments) = commented(written, &random)
      var changed = tree
      for _ in 0...random.next(below: 3) {
        let mutation = random.pick(Mutation.allCases)
        changed = mutation.applied(to: changed, &random, names: names) ?? changed
      }
      let snapshot = try changed.snapshot()
      let spec = try Spec(text)
      guard let patch = try SpecPatch(spec, to: snapshot) else {
        #expect(spec.check(snapshot).isPassed)
        continue
      }
      #expect(try Spec(patch.text).check(snapshot).isPassed, "\(text)\nbecame\n\(patch.text)")
      for comment in comments {
        #expect(patch.text.contains(comment), "\(text)\nbecame\n\(patch.text)")
      }
    }
  }

  @Test func `where children got a new parent or lost theirs, takes their lines along`() throws {
    var random = SeededGenerator(seed: 6_000)
    for round in 0..<300 {
      var tree = NestedTree(root: NestedTree.Node(type: "N0"))
      for number in 1...(2 + random.next(below: 12)) {
        tree.change(random.next(below: tree.count)) {
          $0.children.append(NestedTree.Node(type: "N\(number)"))
        }
      }
      var options = SpecWriter.Options()
      options.isOrdered = random.chance(1, in: 2)
      let written = try SpecWriter(tree.snapshot(), options).write(title: nil)
      let lines = written.split(separator: "\n").enumerated().flatMap { number, line in
        number < 3
          ? [String(line)] : ["  # above \(number)", "\(line) as $n\(number) # \(number)."]
      }
      var gone = 0
      let place = random.next(below: tree.count)
      var next = -1
      func visit(_ node: NestedTree.Node) -> NestedTree.Node {
        next += 1
        var node = node
        let isPlace = next == place
        let own = next
        node.children = node.children.map(visit)
        if isPlace, round.isMultiple(of: 2), !node.children.isEmpty {
          let first = random.next(below: node.children.count)
          let last = first + random.next(below: node.children.count - first)
          let new = NestedTree.Node(type: "New", children: Array(node.children[first...last]))
          node.children.replaceSubrange(first...last, with: [new])
        } else if isPlace, own > 0 {
          gone = own
          node.type = ""
        }
        if let empty = node.children.firstIndex(where: { $0.type.isEmpty }) {
          node.children.replaceSubrange(empty...empty, with: node.children[empty].children)
        }
        return node
      }
      let snapshot = try NestedTree(root: visit(tree.root)).snapshot()
      let text = lines.joined(separator: "\n") + "\n"
      guard let patch = try SpecPatch(Spec(text), to: snapshot) else { continue }
      #expect(try Spec(patch.text).check(snapshot).isPassed)
      for number in 0..<tree.count {
        #expect(patch.text.contains("# above \(number + 3)\n"), "\(text)\nbecame\n\(patch.text)")
        #expect(
          number == gone && gone > 0
            || patch.text.contains(" as $n\(number + 3) # \(number + 3)."),
          "\(text)\nbecame\n\(patch.text)")
      }
    }
  }

  private static let hostileNames =
    RandomTree.hostileNames + ["\u{301}", "a \u{301}", "e\u{301}", "]\u{301}", "\u{1f3fb}"]

  @Test(arguments: [true, false])
  func `written by hand with counts, patterns and modes, is passed by it`(isWindows: Bool) throws {
    // The first of these moves `...` below a line that allows other children.
    var random = SeededGenerator(seed: isWindows ? 4_000 : 5_000)
    var (patches, open) = (0, 0)
    for _ in 0..<700 {
      let (text, comments) = commented(withOpenings(RandomSpec(&random).text, &random), &random)
      let source = isWindows ? text.split(separator: "\n").joined(separator: "\r\n") : text
      let tree = NestedTree.random(&random, names: RandomTree.plainNames)
      let snapshot = try tree.snapshot()
      let spec = try Spec(source)
      let patch: SpecPatch?
      do {
        patch = try SpecPatch(spec, to: snapshot)
      } catch {
        Issue.record("\(error)\n\(text)\nfor \(tree.root)")
        continue
      }
      guard let patch else { continue }
      patches += 1
      // A line with several candidates stays, and is named.
      let left = patch.changes.compactMap { change -> String? in
        if case .left(let name, _, _) = change.kind { name } else { nil }
      }
      let result = try Spec(patch.text).check(snapshot)
      #expect(result.isPassed == left.isEmpty, "\(text)\nbecame\n\(patch.text)")
      if !left.isEmpty {
        open += 1
        for difference in try result.shapeExplanation().differences {
          let name = difference.text.string.prefix { $0 != " " }
          #expect(difference.kind == .missing && left.contains(String(name)), "\(difference)")
        }
      }
      for comment in comments {
        #expect(patch.text.contains(comment), "\(text)\nbecame\n\(patch.text)")
      }
      #expect(
        patch.text.utf8.count { $0 == 13 } == (isWindows ? patch.text.utf8.count { $0 == 10 } : 0))
      #expect(patch.text.hasSuffix("\n") == source.hasSuffix("\n"))
    }
    #expect(patches > 450 && open > 8 && open < patches / 4)
  }

  @Test(arguments: ["contains", "contains ordered", "deep", "exact"])
  func `has no line less where others are allowed, unless that is named`(mode: String) throws {
    var random = SeededGenerator(seed: 7_000)
    var (renamed, removed, left) = (0, 0, 0)
    for _ in 0..<200 {
      let tree = NestedTree.random(&random, names: RandomTree.plainNames)
      var options = SpecWriter.Options()
      options.includesRoutes = false
      let written = try SpecWriter(tree.snapshot(), options).write(title: nil)
        .split(separator: "\n").filter { !$0.hasPrefix("default") }.map(String.init)
      // Below others that no line has: without some of the lines that have none below them.
      var lines = [written[0], "default children: \(mode)"] + written[1...]
      for place in lines.indices.dropFirst(3).reversed() where random.chance(1, in: 4) {
        let isTop =
          place + 1 < lines.count && lines[place + 1].indentation > lines[place].indentation
        if !isTop, mode != "exact" { lines.remove(at: place) }
      }
      let text = lines.joined(separator: "\n") + "\n"
      var changed = tree
      for _ in 0...random.next(below: 2) {
        let mutation = random.pick([Mutation.remove, .move, .rename, .rename, .add])
        changed = mutation.applied(to: changed, &random, names: RandomTree.plainNames) ?? changed
      }
      let snapshot = try changed.snapshot()
      let spec = try Spec(text)
      guard let patch = try SpecPatch(spec, to: snapshot) else { continue }
      let new = try Spec(patch.text)
      var gone = 0
      for case .removed(_, let below) in patch.changes.map(\.kind) { gone += 1 + below }
      #expect(
        mode == "exact" || new.lines.count >= spec.lines.count - gone, "\(text)\n\(patch.text)")
      #expect(new.assertions.count >= spec.assertions.count)
      if mode != "exact" {
        var lost: [String: Int] = [:]
        for line in spec.lines { lost[line.pattern.text, default: 0] += 1 }
        for line in new.lines { lost[line.pattern.text, default: 0] -= 1 }
        for change in patch.changes {
          if case .renamed(let from, let to) = change.kind {
            lost[from, default: 0] -= 1
            lost[to, default: 0] += 1
          }
        }
        // Lines that are new make up for some.
        let missing = lost.values.reduce(0) { $0 + max(0, $1) }
        #expect(missing <= gone, "\(text)\n\(patch.text)\n\(patch.changes)")
      }
      removed += gone
      renamed += patch.changes.count { if case .renamed = $0.kind { true } else { false } }
      left += patch.changes.count { if case .left = $0.kind { true } else { false } }
    }
    if mode != "exact" { #expect(renamed > 10 && removed > 5 && left > 0) }
  }

  /// Where `...` ends a list of children, it is before one of them as often.
  private func withOpenings(_ text: String, _ random: inout SeededGenerator) -> String {
    var lines = text.split(separator: "\n").map(String.init)
    func indent(_ line: String) -> Int { line.prefix { $0 == " " }.count }
    for place in lines.indices where lines[place].hasSuffix("  ...") && random.chance(1, in: 2) {
      let own = indent(lines[place])
      var first = place
      while first > 0, indent(lines[first - 1]) >= own { first -= 1 }
      let siblings = (first...place).filter { indent(lines[$0]) == own }
      let line = lines.remove(at: place)
      lines.insert(line, at: random.pick(siblings))
    }
    return lines.joined(separator: "\n")
  }

  /// The text with comments between its lines.
  private func commented(
    _ text: String, _ random: inout SeededGenerator
  ) -> (text: String, comments: [String]) {
    var lines: [String] = []
    var comments: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if random.chance(1, in: 4), !lines.isEmpty {
        comments.append("# comment \(lines.count)")
        lines.append("  " + comments[comments.count - 1])
      }
      lines.append(String(line))
    }
    return (lines.joined(separator: "\n"), comments)
  }
}
