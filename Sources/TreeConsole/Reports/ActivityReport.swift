import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// The cost of a journal's messages, as text and as JSON.
struct ActivityReport {
  let activity: JournalActivity
  private let words: RecordWords
  private let types: JournalTypes

  /// Counts the messages in some records.
  ///
  /// - Parameter numbers: The numbers of the records, in order.
  init(_ contents: JournalContents, _ numbers: [Int], _ types: JournalTypes) {
    var rest = numbers[...]
    activity = JournalActivity(of: contents) { record in
      while let first = rest.first, first < record.number { rest.removeFirst() }
      return rest.first == record.number
    }
    words = RecordWords(contents: contents, types: types)
    self.types = types
  }

  /// Answers with the busiest messages.
  func answer(limit: Int) -> Answer {
    Answer {
      json(limit: limit)
    } text: {
      write(to: &$0, limit: limit)
    }
  }

  // MARK: Text

  private func write(to text: inout StyledText, limit: Int) {
    if activity.rows.isEmpty { return text.line("no messages") }
    text.line(
      "\(counted(activity.count, "message")) raised in \(RecordWords.duration(activity.elapsed)); "
        + "handlers ran for \(RecordWords.duration(activity.nanoseconds)) of it")
    text.line()
    writeTable(to: &text, activity.rows.prefix(limit))
    if activity.rows.count > limit {
      let count = activity.rows.count
      text.line("  and \(count - limit) more; --top \(count) shows them", .dim)
    }
    text.line()
    if let (row, run) = activity.slowest {
      let name = run.handler.map(words.name) ?? "receivers"
      let time: SafeText =
        run.nanoseconds.map { "took \(RecordWords.duration($0)) for" }
        ?? "\(run.handler == nil ? "have" : "has") not returned from"
      text.line("slowest: \(name) \(time) \(RecordWords.name(row.message)) (#\(run.record))")
    }
    if let chain = activity.longestChain, chain.length > 1 {
      text.line(
        "longest chain: \(chain.length) messages, from #\(chain.first) to #\(chain.last); "
          + "--led-to \(chain.last) shows it")
    }
    if activity.cycles.isEmpty { return }
    text.line("cycles:")
    text.list(activity.cycles, limit: limit, more: "more") { cycle, text in
      text.append("  ×\(cycle.count)  ", .yellow)
      text.append(words.cycle(cycle))
      text.line("  (#\(cycle.first) to #\(cycle.last))", .dim)
    }
  }

  private func writeTable(to text: inout StyledText, _ rows: ArraySlice<JournalActivity.Row>) {
    let heads: [SafeText] = ["COUNT", "RATE", "SHARE", "SLOWEST", "CHAIN"]
    let table = rows.map { row -> [SafeText] in
      let slowest = row.slowest.map { run -> SafeText in
        (run.nanoseconds.map { RecordWords.duration($0) } ?? "running") + " #\(run.record)"
      }
      return [
        "\(row.count)", row.perSecond.map { "\(Self.rounded($0))/s" } ?? "",
        row.slowest == nil ? "" : "\(Int((share(of: row) * 100).rounded())) %", slowest ?? "",
        "\(row.chain.length)",
      ]
    }
    let widths = StyledText.widths(ofColumns: table + [heads])
    func line(_ cells: [SafeText]) -> SafeText {
      zip(cells, widths).map { cell, width in
        SafeText(repeating: " ", count: width - cell.columns) + cell
      }.joined(separator: "  ")
    }
    text.line("  \(line(heads))  MESSAGE", .dim)
    for (row, cells) in zip(rows, table) {
      text.append("  \(line(cells))  ")
      text.line(RecordWords.name(row.message), Color(row.message.kind))
    }
  }

  /// A message's share of the total time of handlers.
  private func share(of row: JournalActivity.Row) -> Double {
    activity.nanoseconds == 0
      ? 0 : Double(row.nanoseconds) / Double(activity.nanoseconds)
  }

  /// A number with one decimal, or none if it is large.
  static func rounded(_ number: Double) -> SafeText {
    number < 100 ? "\(Int(number)).\(Int(number * 10) % 10)" : "\(Int(clamping: Int64(number)))"
  }

  // MARK: JSON, whose keys are part of the contract

  private func json(limit: Int) -> JSONText {
    .object { json in
      json.write("raised", activity.count)
      json.write("elapsed", activity.elapsed)
      json.write("nanoseconds", activity.nanoseconds)
      if let slowest = activity.slowest?.run { json.object("slowest", slowest.write) }
      if let chain = activity.longestChain {
        json.object("longest") { json in
          json.write("chain", chain.length)
          json.write("first", chain.first)
          json.write("last", chain.last)
        }
      }
      json.array("messages", of: activity.rows.prefix(limit)) { row, json in
        json.object("message", row.message.write)
        json.write("count", row.count)
        if let rate = row.perSecond { json.write("perSecond", Self.decimal(rate)) }
        json.write("nanoseconds", row.nanoseconds)
        json.write("share", Self.decimal(share(of: row)))
        if let slowest = row.slowest { json.object("slowest", slowest.write) }
        json.write("chain", row.chain.length)
      }
      json.array("cycles", of: activity.cycles.prefix(limit)) { cycle, json in
        cycle.write(to: &json, types)
      }
    }
  }

  /// A number with three decimals.
  static func decimal(_ number: Double) -> JSONText {
    JSONText(written: Array("\((number * 1_000).rounded() / 1_000)".utf8))
  }
}

extension JournalActivity.Run {
  /// Writes the members of the JSON object. A handler that hasn't returned has no time.
  fileprivate func write(to json: inout JSONObject) {
    json.write("record", record)
    json.write("handler", handler?.id)
    json.write("nanoseconds", nanoseconds)
  }
}

extension MessageCycle {
  /// Writes the members of the JSON object.
  func write(to json: inout JSONObject, _ types: JournalTypes) {
    json.write("count", count)
    json.write("run", longestRun)
    json.write("nested", isNested)
    json.write("first", first)
    json.write("last", last)
    json.array("steps", of: steps) { step, json in
      json.object("message", step.message.write)
      json.write("node", step.raiser.id)
      json.write("type", types[step.raiser])
      json.write("tree", step.raiser.tree)
    }
  }
}

extension RecordWords {
  /// The number of a cycle's steps to name.
  private static let mostSteps = 4

  /// `Feed #3 raises event Feed.changed, whose handler raises error Sync.stale (Sync #4), whose handler
  /// raises event Feed.changed again`
  func cycle(_ cycle: MessageCycle) -> SafeText {
    guard let first = cycle.steps.first else { return "" }
    let because: SafeText = cycle.isNested ? "whose handler raises" : "which leads to"
    var words: SafeText = "\(name(first.raiser)) raises \(Self.name(first.message))"
    for step in cycle.steps.dropFirst().prefix(Self.mostSteps) {
      let raiser: SafeText = step.raiser == first.raiser ? "" : " (\(name(step.raiser)))"
      words += ", \(because) \(Self.name(step.message))\(raiser)"
    }
    let more = cycle.steps.count - 1 - Self.mostSteps
    if more > 0 { words += ", and so on over \(counted(more, "more message"))" }
    return words + ", \(because) \(Self.name(first.message)) again"
  }
}
