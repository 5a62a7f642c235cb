/// The difference between two texts, in the format of `diff -u`.
package struct UnifiedDiff {
  /// The kind of a line.
  package enum Kind: Sendable { case file, place, removed, added, same }

  /// The lines; none if the texts are the same.
  package private(set) var lines: [(kind: Kind, text: SafeText)] = []

  /// The number of unchanged lines around a change.
  private static let context = 3

  private struct Line: Hashable {
    var text: Substring
    /// Whether it is the last line and has no newline.
    var isOpen: Bool
  }

  private let old: [Line]
  private let new: [Line]

  /// Compares two texts.
  ///
  /// - Parameters:
  ///   - old: the text before; nil if there is none.
  ///   - new: the text after.
  ///   - name: the file's name.
  package init(from old: String?, to new: String, of name: String) {
    self.old = Self.split(old ?? "")
    self.new = Self.split(new)
    if old == new { return }
    lines.append((.file, "--- \(old == nil ? "/dev/null" : name)"))
    lines.append((.file, "+++ \(name)"))
    for hunk in hunks() { write(hunk) }
  }

  /// Splits into lines without their ends. (`\r\n` would be one character.)
  private static func split(_ text: String) -> [Line] {
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Line(text: Substring($0.last == "\r" ? $0.dropLast() : $0), isOpen: false) }
    if lines.last?.text.isEmpty ?? true {
      lines.removeLast()
    } else {
      lines[lines.count - 1].isOpen = true
    }
    return lines
  }

  /// A line of both texts, or of one.
  private struct Step {
    var kind: Kind
    var old: Int
    var new: Int
  }

  private func steps() -> [Step] {
    let difference = SequenceDifference(from: old, to: new)
    var steps: [Step] = []
    var (oldPlace, newPlace) = (0, 0)
    while oldPlace < old.count || newPlace < new.count {
      if difference.removed.contains(oldPlace) {
        steps.append(Step(kind: .removed, old: oldPlace, new: newPlace))
        oldPlace += 1
      } else if difference.inserted.contains(newPlace) {
        steps.append(Step(kind: .added, old: oldPlace, new: newPlace))
        newPlace += 1
      } else {
        steps.append(Step(kind: .same, old: oldPlace, new: newPlace))
        oldPlace += 1
        newPlace += 1
      }
    }
    return steps
  }

  private func hunks() -> [ArraySlice<Step>] {
    let steps = steps()
    var hunks: [ArraySlice<Step>] = []
    for place in steps.indices where steps[place].kind != .same {
      let start = max(0, place - Self.context)
      let end = min(steps.count, place + Self.context + 1)
      if let last = hunks.last, last.endIndex >= start {
        hunks[hunks.count - 1] = steps[last.startIndex..<end]
      } else {
        hunks.append(steps[start..<end])
      }
    }
    return hunks
  }

  private mutating func write(_ hunk: ArraySlice<Step>) {
    guard let first = hunk.first else { return }
    let removed = hunk.count { $0.kind != .added }
    let added = hunk.count { $0.kind != .removed }
    // An empty part is named by the line before it.
    let old = "\(first.old + (removed > 0 ? 1 : 0)),\(removed)"
    let new = "\(first.new + (added > 0 ? 1 : 0)),\(added)"
    lines.append((.place, "@@ -\(old) +\(new) @@"))
    for step in hunk {
      let line = step.kind == .removed ? self.old[step.old] : self.new[step.new]
      let sign: SafeText = step.kind == .removed ? "-" : step.kind == .added ? "+" : " "
      lines.append((step.kind, "\(sign)\(line.text)"))
      if line.isOpen { lines.append((.place, "\\ No newline at end of file")) }
    }
  }
}

extension StyledText {
  /// Adds a difference.
  package mutating func append(_ difference: UnifiedDiff) {
    for (kind, text) in difference.lines {
      let color: Color =
        switch kind {
        case .file: .bold
        case .place: .dim
        case .removed: .red
        case .added: .green
        case .same: .plain
        }
      line(text, color)
    }
  }
}

/// The difference between two sequences, such as the lines of two texts.
///
/// It keeps as many common elements in order as possible. Of long sequences, the first of equal
/// elements in one stands for the first in the other, the second for the second, and so on.
package struct SequenceDifference {
  /// The indices of elements that only the first sequence has.
  package private(set) var removed: Set<Int>
  /// The indices of elements that only the second sequence has.
  package private(set) var inserted: Set<Int>

  /// The most elements, besides a common beginning and end, that are compared exhaustively.
  private static let limit = 4_000

  /// Compares two sequences. Costs n log n.
  package init<Element: Hashable>(from old: [Element], to new: [Element]) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let common = min(old.count, new.count) - start
    let end = zip(old.reversed(), new.reversed()).prefix(common).prefix { $0 == $1 }.count
    let (olds, news) = (start..<old.count - end, start..<new.count - end)
    (removed, inserted) = ([], [])
    if olds.count + news.count <= Self.limit {
      for change in new[news].difference(from: old[olds]) {
        switch change {
        case .remove(let offset, _, _): removed.insert(start + offset)
        case .insert(let offset, _, _): inserted.insert(start + offset)
        }
      }
      return
    }
    (removed, inserted) = (Set(olds), Set(news))
    // By element: its places, the last first.
    var places: [Element: [Int]] = [:]
    for place in news.reversed() { places[new[place], default: []].append(place) }
    let pairs = olds.compactMap { place in
      places[old[place]]?.popLast().map { (old: place, new: $0) }
    }
    for place in pairs.map(\.new).longestRise {
      removed.remove(pairs[place].old)
      inserted.remove(pairs[place].new)
    }
  }
}
