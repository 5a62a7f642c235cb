import ModelTree
import ModelTreeJournal
import TestSupport
import Testing
import TextIO
import TreeJournal
import TreeSnapshot

/// What is said of work that models wait for: in the process, from outside, of a dump, and of a journal.
@MainActor @Suite struct `Work in flight` {
  private let root = Root()
  private let journal = Journal(bytes: 1 << 18)
  private let row: Row
  /// Lets the work end.
  private final class Gate { var isOpen = false }
  private let gate = Gate()

  init() {
    root.record(in: journal)
    root.open()
    row = Row(parent: root)
  }

  private func work(line: UInt = 40) -> Task<Void, Never> {
    row.task(file: "App/Feed.swift", line: line) { [gate] in
      while !gate.isOpen { await Task.yield() }
    }
  }

  private func withoutTimes(_ answer: [String]) -> String { answer.withoutTimes[0] }

  @Test func `print, show, find and dumps name it, until it has ended`() async throws {
    let ways = try await WaysToATree(TestedTree(root: { root }))
    let tasks = [work(), work(line: 41)]
    let shown = [
      "print --work": """
      ──Root
         └─Row  | (W): works since a time @Feed.swift:40  | (W): works since a time @Feed.swift:41

      """,
      "find '[work]'": "#2  /Root/Row\n",
    ]
    for (command, text) in shown {
      let answers = [
        try ways.inProcess(command), try await ways.fromOutside(command), try ways.onDump(command),
      ]
      for answer in answers { #expect(withoutTimes(answer) == text, "\(command)") }
    }
    for answer in [try ways.inProcess("show Row"), try await ways.fromOutside("show Row")] {
      #expect(
        withoutTimes(answer).contains(
          "  waits for       work at Feed.swift:40, since a time\n"
            + "                  work at Feed.swift:41, since a time\n"), "\(answer)")
    }
    let dump = String(decoding: root.snapshot().dump(), as: UTF8.self)
    #expect(dump.contains(#", "work": [{"since": "2"#), "\(dump)")
    #expect(dump.contains(#"Z", "source": "Feed.swift:40"}, {"since": "#), "\(dump)")
    #expect(try Snapshot(dump: Array(dump.utf8)).dump() == Array(dump.utf8))

    gate.isOpen = true
    for task in tasks { await task.value }
    // The next look of a client that knows the tree gets the change.
    #expect(try await ways.fromOutside("print --work")[0] == "──Root\n   └─Row\n")
    #expect(try ways.inProcess("find '[work]'")[0] == "")
    #expect(root.snapshot()[1].work == [])
  }

  @Test func `a moment of a journal has the work of then`() async throws {
    let ways = try await WaysToATree(TestedTree(root: { root }))
    let task = work()
    let started = journal.recordCount
    gate.isOpen = true
    await task.value
    for moment in [started - 1, started, journal.recordCount] {
      let isThere = moment == started
      for answer in [
        try ways.inProcess("print --work --at \(moment)"),
        try await ways.fromOutside("print --work --at \(moment)"),
      ] {
        #expect(answer[0].contains("@Feed.swift:40") == isThere, "\(moment): \(answer)")
      }
    }
  }
}
