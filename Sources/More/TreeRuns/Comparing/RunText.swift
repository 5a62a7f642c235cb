import TextIO
package import TreeJournal

/// A run as a text to review: a line for each record, below the one that led to it, without numbers, times,
/// ids and lines of code.
package struct RunText: Sendable {
  /// A line, and its depth below the records that led to it.
  struct Line: Hashable, Sendable {
    var depth: Int
    var text: String

    var indented: String { String(repeating: "  ", count: depth) + text }
  }

  private(set) var lines: [Line] = []

  /// The first line of each such text.
  private static let head = "model-tree run 1"

  /// Describes the run of a journal. Costs a pass over it.
  ///
  /// - Parameter first: The number of the first record to describe.
  package init(_ contents: JournalContents, from first: Int) {
    let run = Run(contents, from: first)
    var names = ModelNames(run)
    var next: [(place: Int32, depth: Int)] = [(run.firstRoot, 0)]
    while let (place, depth) = next.popLast() {
      if place < 0 { continue }
      next.append((run[place].nextSibling, depth))
      next.append((run[place].firstChild, depth + 1))
      guard let record = contents[run.number(place)] else { continue }
      names.place(run, place)
      lines.append(Line(depth: depth, text: Self.line(record, run, place, names).string))
    }
  }

  /// Reads a text.
  ///
  /// - Throws: `RunTextError` with the malformed line.
  package init(_ text: String) throws(RunTextError) {
    let all = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard all.first.map({ $0.drop(while: \.isWhitespace) == Self.head }) == true else {
      throw RunTextError(line: 1, problem: "a kept run begins with '\(Self.head)'")
    }
    for (index, line) in all.enumerated().dropFirst() where !line.allSatisfy(\.isWhitespace) {
      let depth = line.prefix { $0 == " " }.count
      guard depth % 2 == 0, depth / 2 <= (lines.last.map { $0.depth + 1 } ?? 0) else {
        throw RunTextError(
          line: index + 1, problem: "it is indented by \(depth) spaces; write two for each level")
      }
      lines.append(Line(depth: depth / 2, text: String(line.dropFirst(depth))))
    }
  }

  /// The text.
  package var text: String {
    var text = Self.head + "\n"
    for line in lines { text += line.indented + "\n" }
    return text
  }

  /// The lines as a run, in which records are matched by their whole text.
  func run() -> Run {
    var builder = RunBuilder(first: 0, count: lines.count)
    var above: [Int32] = []
    for (index, line) in lines.enumerated() {
      above.removeLast(max(0, above.count - line.depth))
      let word = line.text.prefix { $0 != " " }
      builder.take(
        JournalEvent(rawValue: String(word)) ?? .declared,
        key: RecordSignature.number(line.text), Int32(index), below: above.last ?? Run.none)
      above.append(Int32(index))
    }
    return builder.run
  }

  // MARK: Lines

  private static func line(
    _ record: JournalRecord, _ run: Run, _ place: Int32, _ names: ModelNames
  ) -> SafeText {
    let model = names.name(run, run[place].model)
    let other = names.name(run, run[place].other)
    let name = record.event.rawValue
    let message = record.message == nil ? "" : RecordWords.name(record.message)
    switch record.event {
    case .raised:
      let notes = [
        ("context", record.context), ("because of", record.underlying), ("value", record.value),
      ]
      .map { word, text -> SafeText in
        text.map { "; \(word) \(RecordSignature.plain($0))" } ?? ""
      }
      return "\(name) \(message) by \(model)" + notes.joined()
    case .handled: return "\(name) by \(other)"
    case .uncaught where record.handler != nil: return "\(name), reported to \(other)"
    case .uncaught, .unhandled, .unheard: return "\(name)"
    case .delivered:
      let rest = record.rest.map { ", \($0.count) \($0.type)" as SafeText }.joined()
      return rest.isEmpty ? "\(name)" : "\(name), with" + rest
    case .received: return "\(name) by \(model)"
    case .attached: return "\(name) \(other)" + (record.isSession ? ", a session" : "")
    case .registered, .unregistered, .declared: return "\(name) \(message) by \(model)"
    case .provided: return "\(name) \(record.service ?? "…") by \(model)"
    case .represented: return "\(name) \(model) by \(record.representation ?? "nothing")"
    case .vocabulary:
      return "\(name) " + record.vocabulary.map { RecordWords.name($0) }.joined(separator: ", ")
    case .performed:
      let place: SafeText = record.node.id == 0 ? "" : " at \(model)"
      return "\(name) \(record.action ?? "…")" + place
    case .ended: return "\(name) \(record.outcome.map { "\($0)" } ?? "")"
    default: return "\(name) \(model)"
    }
  }
}

/// Why a text can't be read as a run.
package struct RunTextError: Error, CustomStringConvertible {
  let line: Int
  let problem: String

  package var description: String { "line \(line): \(problem)" }
}

/// Names of models without ids: the types from the root down, each but the first of its type with a
/// number, in the order of the records that attach them.
private struct ModelNames {
  private struct Child: Hashable {
    var parent: Int32
    var type: Int32
  }

  private var counts: [Child: Int] = [:]
  private var numbers: [Int: Int] = [:]

  init(_ run: Run) {
    for (index, model) in run.all.enumerated() where model.record < 0 { count(run, index) }
  }

  /// Numbers the model that a record attaches.
  mutating func place(_ run: Run, _ place: Int32) {
    guard run[place].event == .attached, run[place].other >= 0 else { return }
    let index = Int(run[place].other)
    if run.all[index].record == place { count(run, index) }
  }

  private mutating func count(_ run: Run, _ index: Int) {
    let child = Child(parent: run.all[index].parent, type: run.all[index].type)
    counts[child, default: 0] += 1
    numbers[index] = counts[child]
  }

  func name(_ run: Run, _ model: Int32) -> SafeText {
    if model < 0 { return "…" }
    let parts = run.line(above: model, limit: 24).map { model -> SafeText in
      let number = numbers[Int(model)] ?? 1
      return number > 1 ? "\(run.type(model))[\(number)]" : "\(run.type(model))"
    }
    return parts.reversed().joined(separator: "/")
  }
}

// MARK: Comparing

extension RunText {
  /// The differences from another run as lines, below the records that led to them: `-` for lines
  /// that only this run has, `+` for lines of the other one. Nil if there are none; independent tasks
  /// may take any order.
  ///
  /// - Parameter limit: The maximum number of differences.
  package func difference(from other: RunText, limit: Int = 8) -> [String]? {
    let comparison = RunComparison(run(), other.run(), rules: ComparisonRules()) { _, _ in nil }
    guard let first = comparison.first else { return nil }
    var text = ["alike for \(counted(comparison.alike, "line")); first difference:", ""]
    text += chain(above: first, comparison).map { "    \($0)" }
    text += sides(first, other)
    let rest = comparison.differences.dropFirst()
    if !rest.isEmpty { text += ["", "also different:", ""] }
    for difference in rest.prefix(limit) { text += sides(difference, other) }
    if rest.count > limit { text.append("  and \(rest.count - limit) more") }
    return text
  }

  /// The lines that led to a difference, the first one first.
  private func chain(above difference: Difference, _ comparison: RunComparison) -> [String] {
    var all: [Int32] = []
    var place = difference.context.old
    while place >= 0 {
      all.append(place)
      place = comparison.old[place].parent
    }
    return all.reversed().suffix(8).map { lines[Int($0)].indented }
  }

  private func sides(_ difference: Difference, _ other: RunText) -> [String] {
    func side(_ mark: String, _ place: Int32, _ text: RunText) -> String? {
      guard text.lines.indices.contains(Int(place)) else { return nil }
      return "  \(mark) \(text.lines[Int(place)].indented)"
    }
    return [side("-", difference.old, self), side("+", difference.new, other)].compactMap { $0 }
  }
}
