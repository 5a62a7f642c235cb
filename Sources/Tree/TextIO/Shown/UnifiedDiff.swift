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

  /// Compares two texts at the cost of `SequenceDifference`.
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
/// It keeps as many common elements in order as possible, unless the sequences are very different.
package struct SequenceDifference {
  /// The indices of elements that only the first sequence has.
  package private(set) var removed: Set<Int> = []
  /// The indices of elements that only the second sequence has.
  package private(set) var inserted: Set<Int> = []

  /// The most elements of both sequences together that are compared exhaustively.
  private static let limit = 4_000

  /// Compares two sequences. Elements that occur once in each divide long sequences into parts; a
  /// part of at most 4,000 elements is compared exhaustively, and a longer one counts as different.
  package init<Element: Hashable>(from old: [Element], to new: [Element]) {
    // Most of a large difference is elements that only one of them has.
    let (inOld, inNew) = (Set(old), Set(new))
    removed = Set(old.indices.filter { !inNew.contains(old[$0]) })
    inserted = Set(new.indices.filter { !inOld.contains(new[$0]) })
    let (oldPlaces, newPlaces) = (
      old.indices.filter { !removed.contains($0) }, new.indices.filter { !inserted.contains($0) }
    )
    var (oldStart, newStart) = (0, 0)
    let ends = Self.anchors(oldPlaces.map { old[$0] }, newPlaces.map { new[$0] })
    for (oldEnd, newEnd) in ends + [(oldPlaces.count, newPlaces.count)] {
      compare(oldPlaces[oldStart..<oldEnd], newPlaces[newStart..<newEnd], old, new)
      (oldStart, newStart) = (oldEnd, newEnd)
    }
  }

  /// Compares parts of the sequences, by index.
  private mutating func compare<Element: Hashable>(
    _ oldPlaces: ArraySlice<Int>, _ newPlaces: ArraySlice<Int>, _ old: [Element], _ new: [Element]
  ) {
    var (oldPlaces, newPlaces) = (oldPlaces, newPlaces)
    while let first = oldPlaces.first, let second = newPlaces.first, old[first] == new[second] {
      oldPlaces.removeFirst()
      newPlaces.removeFirst()
    }
    while let last = oldPlaces.last, let second = newPlaces.last, old[last] == new[second] {
      oldPlaces.removeLast()
      newPlaces.removeLast()
    }
    if oldPlaces.isEmpty || newPlaces.isEmpty || oldPlaces.count + newPlaces.count > Self.limit {
      removed.formUnion(oldPlaces)
      inserted.formUnion(newPlaces)
      return
    }
    for change in newPlaces.map({ new[$0] }).difference(from: oldPlaces.map { old[$0] }) {
      switch change {
      case .remove(let offset, _, _): removed.insert(oldPlaces[oldPlaces.startIndex + offset])
      case .insert(let offset, _, _): inserted.insert(newPlaces[newPlaces.startIndex + offset])
      }
    }
  }

  /// The longest common run of elements that occur once in each sequence; empty for short
  /// sequences.
  private static func anchors<Element: Hashable>(
    _ old: [Element], _ new: [Element]
  ) -> [(old: Int, new: Int)] {
    if old.count + new.count <= limit { return [] }
    func places(of elements: [Element]) -> [Element: Int] {
      // Nil for an element that occurs again.
      var places: [Element: Int?] = [:]
      for (place, element) in elements.enumerated() {
        places[element] = .some(places[element] == nil ? place : nil)
      }
      return places.compactMapValues { $0 }
    }
    let (oldPlaces, newPlaces) = (places(of: old), places(of: new))
    let pairs = oldPlaces.values.sorted().compactMap { place in
      newPlaces[old[place]].map { (old: place, new: $0) }
    }
    return pairs.map(\.new).longestRise.map { pairs[$0] }
  }
}
