import TextIO

/// The facts of many dumps: equal ones once, with the dumps that they hold of.
struct CollectedFacts {
  /// A fact, and where it holds.
  struct Group {
    var fact: DumpFact
    /// Of how many dumps.
    var count: Int
    /// The first of them.
    var first: String
  }

  /// A dump that could not be read.
  struct Failure {
    var dump: String
    var reason: SafeText
  }

  private(set) var dumpCount = 0
  private(set) var failures: [Failure] = []
  private var groups: [DumpFact: Int] = [:]
  private var found: [Group] = []

  /// Adds the facts of a dump.
  mutating func add(_ facts: [DumpFact], of dump: String) {
    dumpCount += 1
    // What holds twice of one dump holds of one dump.
    for fact in Set(facts) {
      if let index = groups[fact] {
        found[index].count += 1
      } else {
        groups[fact] = found.count
        found.append(Group(fact: fact, count: 1, first: dump))
      }
    }
  }

  mutating func add(_ failure: SafeText, of dump: String) {
    dumpCount += 1
    failures.append(Failure(dump: dump, reason: failure))
  }

  /// The facts by their ranks: those of most dumps first, then in the order of their texts.
  var sorted: [Group] {
    found.sorted { one, other in
      (one.fact.rank, other.count, one.fact.sortKey)
        < (other.fact.rank, one.count, other.fact.sortKey)
    }
  }

  /// Reads dumps side by side.
  ///
  /// - Parameter facts: Finds the facts of a dump, on any thread; its error is the reason why there
  ///   are none.
  init(_ dumps: [String], _ facts: @escaping @Sendable (String) throws -> [DumpFact]) throws {
    try OrderedWork.run(dumps.count) { number -> Found in
      do {
        return Found(dump: dumps[number], facts: try facts(dumps[number]))
      } catch {
        return Found(dump: dumps[number], failure: "\(error)")
      }
    } take: { found in
      if let failure = found.failure {
        add(failure, of: found.dump)
      } else {
        add(found.facts, of: found.dump)
      }
    }
  }

  private struct Found: Sendable {
    var dump: String
    var facts: [DumpFact] = []
    var failure: SafeText?
  }
}

/// The answer for many dumps.
struct CollectedAnswer {
  let facts: CollectedFacts
  /// The word for a fact, and for the list of them.
  let words: (one: SafeText, list: String)
  let list: ListOptions
  let options: OutputOptions

  func write(to output: ConsoleOutput) {
    let groups = facts.sorted
    if list.count { return list.answer(groups.count, options, to: output) }
    options.answer(to: output) {
      json(groups.prefix(list.limits.numberInJSON))
    } text: { text in
      write(groups, to: &text)
    }
  }

  private func json(_ groups: ArraySlice<CollectedFacts.Group>) -> JSONText {
    .object { json in
      json.write("dumps", facts.dumpCount)
      json.array("unreadable") { unreadable in
        for failure in facts.failures {
          unreadable.object { json in
            json.write("dump", failure.dump)
            json.write("error", failure.reason)
          }
        }
      }
      json.array(words.list) { array in
        for group in groups {
          array.object { json in
            for member in group.fact.members { json.write(member.name, member.value) }
            json.write("dumps", group.count)
            json.write("first", group.first)
          }
        }
      }
    }
  }

  private func write(_ groups: [CollectedFacts.Group], to text: inout StyledText) {
    let limit = list.limits.limit?.number ?? Self.usualLimit
    text.list(groups, limit: limit) { group, text in
      text.line(group.fact.text.first ?? "", .bold)
      for line in group.fact.text.dropFirst() { text.line("  \(line)") }
      let place: SafeText =
        group.count == facts.dumpCount && group.count > 1
        ? "in all \(group.count) dumps" : "in \(group.count) of \(counted(facts.dumpCount, "dump"))"
      text.line("  \(place), \(group.count > 1 ? "first in " : "")\(group.first)", .dim)
    }
    let count = counted(groups.count, words.one)
    let unreadable: SafeText =
      facts.failures.isEmpty ? "" : ", \(facts.failures.count) of which could not be read"
    text.line("\(count) in \(counted(facts.dumpCount, "dump"))\(unreadable)")
  }

  /// How many facts are shown where nothing else is asked for.
  private static let usualLimit = 50
}
