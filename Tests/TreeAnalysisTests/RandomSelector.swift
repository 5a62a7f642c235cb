import TestSupport
import TreeSnapshot

/// A selector as plain values: it writes itself as text, and it matches by trying everything.
struct RandomSelector {
  enum Subject {
    case anyLevels
    case id(Int)
    case name(String)
  }

  enum Test {
    case session
    case leaf
    case place(Int)
    case label(String)
    case representation(String)
    case service(String)
    case handles(Message.Kind?, String)
  }

  var isAnchored: Bool
  var segments: [(subject: Subject, tests: [Test])]

  init(using random: inout SeededGenerator, in snapshot: Snapshot) {
    isAnchored = random.chance(1, in: 3)
    segments = []
    let patterns = ["A", "B", "Ab", "Cell", "*", "?", "A*", "*b", "??", "C*l", "*B*"]
    for _ in 0...random.next(below: 4) {
      if random.chance(1, in: 4) {
        segments.append((.anyLevels, []))
        continue
      }
      let isID = random.chance(1, in: 8)
      let id = snapshot[random.next(below: snapshot.count)].id
      var tests: [Test] = []
      if random.chance(1, in: 3) {
        tests.append(
          random.pick([
            .session, .leaf, .place(1 + random.next(below: 3)), .label(random.pick(patterns)),
            .representation(random.pick(patterns)), .service(random.pick(patterns)),
            .handles(
              random.pick([nil] + Message.Kind.allCases),
              random.pick(["D", "E", "None"]) + "." + random.pick(["1", "2", "l"])),
            .handles(nil, random.pick(["D", "1", "2", "l"])),
          ]))
      }
      segments.append((isID ? .id(id) : .name(random.pick(patterns)), tests))
    }
  }

  var text: String {
    let written = segments.map { segment in
      let subject =
        switch segment.subject {
        case .anyLevels: "**"
        case .id(let id): "#\(id)"
        case .name(let pattern): pattern
        }
      return subject + segment.tests.map(Self.text).joined()
    }
    return (isAnchored ? "/" : "") + written.joined(separator: "/")
  }

  private static func text(_ test: Test) -> String {
    switch test {
    case .session: "[session]"
    case .leaf: "[leaf]"
    case .place(let place): "[\(place)]"
    case .label(let pattern): "[label=\(pattern)]"
    case .representation(let pattern): "[representation=\(pattern)]"
    case .service(let pattern): "[service=\(pattern)]"
    case .handles(let kind, let name): "[handles=\(kind.map { "\($0.rawValue) " } ?? "")\(name)]"
    }
  }
}

extension RandomSelector {
  func matches(in snapshot: Snapshot) -> [Int] {
    let rules = RulesAsWritten(snapshot: snapshot)
    return snapshot.positions.filter { position in
      var line: [Snapshot.Node] = []
      var node: Snapshot.Node? = snapshot[position]
      while let next = node {
        line.insert(next, at: 0)
        node = next.parent
      }
      let starts = isAnchored ? 0..<1 : line.indices
      return starts.contains { covers(segments[...], line[$0...], rules) }
    }
  }

  private func covers(
    _ segments: ArraySlice<(subject: Subject, tests: [Test])>, _ line: ArraySlice<Snapshot.Node>,
    _ rules: RulesAsWritten
  ) -> Bool {
    guard let segment = segments.first else { return line.isEmpty }
    if case .anyLevels = segment.subject {
      return covers(segments.dropFirst(), line, rules)
        || (!line.isEmpty && covers(segments, line.dropFirst(), rules))
    }
    guard let node = line.first, names(segment.subject, node),
      segment.tests.allSatisfy({ passes($0, node, rules) })
    else { return false }
    return covers(segments.dropFirst(), line.dropFirst(), rules)
  }

  private func names(_ subject: Subject, _ node: Snapshot.Node) -> Bool {
    switch subject {
    case .anyLevels: false
    case .id(let id): node.id == id
    case .name(let pattern): fits(pattern[...], node.type[...])
    }
  }

  private func passes(_ test: Test, _ node: Snapshot.Node, _ rules: RulesAsWritten) -> Bool {
    switch test {
    case .session: return node.isSession
    case .leaf: return Array(node.children).isEmpty
    case .place(let place):
      let siblings = node.parent.map { Array($0.children) } ?? [node]
      let alike = siblings.filter { $0.type == node.type }
      return alike.count >= place && alike[place - 1].id == node.id
    case .label(let pattern): return node.label.map { fits(pattern[...], $0[...]) } ?? false
    case .representation(let pattern):
      return node.representation.map { fits(pattern[...], $0[...]) } ?? false
    case .service(let pattern): return node.services.contains { fits(pattern[...], $0[...]) }
    case .handles(let kind, let name):
      return node.subscriptions.contains { rules.asks(for: $0, kind, name) }
    }
  }

  private func fits(_ pattern: Substring, _ name: Substring) -> Bool {
    guard let letter = pattern.first else { return name.isEmpty }
    if letter == "*" {
      return fits(pattern.dropFirst(), name) || (!name.isEmpty && fits(pattern, name.dropFirst()))
    }
    guard let first = name.first, letter == "?" || letter == first else { return false }
    return fits(pattern.dropFirst(), name.dropFirst())
  }
}
