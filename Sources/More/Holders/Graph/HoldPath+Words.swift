/// A line of a path in words.
package struct HoldLine: Hashable, Sendable {
  /// The depth of the line; the root's is 0.
  package var depth: Int
  /// The holder of the next one.
  package var subject: String
  /// How.
  package var remark: String
  /// Whether this is a usual cause of leaks.
  package var isSuspect: Bool

  init(
    _ depth: Int, _ subject: String, _ remark: String, source: String? = nil,
    isSuspect: Bool = false
  ) {
    self.depth = depth
    self.subject = subject
    self.remark = source.map { "\(remark), at \($0)" } ?? remark
    self.isSuspect = isSuspect
  }
}

// All words about holders.
extension HoldPath {
  /// The path as lines, from the root down. The names in them come from the program that was read.
  package var lines: [HoldLine] {
    var lines = [root?.line ?? HoldLine(0, start, "")]
    for (index, step) in steps.enumerated() {
      // The type of a static property usually stands in its name.
      let isFirst = index == 0 && root?.kind.isVariable == true
      lines.append(
        HoldLine(
          index + 1, step.subject(leavesTypeOut: isFirst),
          step.isDoubtful
            ? step.remark.isEmpty ? "perhaps" : "perhaps \(step.remark)" : step.remark,
          source: step.code?.source,
          isSuspect: step.isSuspect))
      if let more = step.more { lines.append(HoldLine(index + 2, "… \(more) more", "")) }
    }
    return lines
  }

  private var start: String {
    switch (isCycle, mayBeHeld) {
    case (true, false): "a cycle that nothing outside it holds"
    case (true, true): "a cycle"
    case (false, _): "an object whose holder wasn't found"
    }
  }

  /// The lines in columns, each after some text for the first line and as many spaces for the
  /// others.
  package func text(after first: String) -> [String] {
    let lines = lines
    let subjects = lines.map { String(repeating: " ", count: $0.depth * 2) + $0.subject }
    let width = min(subjects.map(\.count).max() ?? 0, 60)
    let indent = String(repeating: " ", count: first.count)
    return lines.indices.map { index in
      let line = lines[index]
      var text = (index == 0 ? first : indent) + subjects[index]
      if line.remark.isEmpty && !line.isSuspect { return text }
      text += String(repeating: " ", count: max(width - subjects[index].count, 0) + 2) + line.remark
      return line.isSuspect ? "\(text)  ~ suspect" : text
    }
  }
}

extension HoldRoot {
  fileprivate var line: HoldLine {
    switch kind {
    case .static: HoldLine(0, "static \(name)", "lives as long as the app")
    case .global: HoldLine(0, "global \(name)", "lives as long as the app")
    case .task:
      HoldLine(0, "task \(name)", "hasn't ended", source: code?.source, isSuspect: true)
    case .memory: HoldLine(0, name, "belongs to a library")
    case .stack: HoldLine(0, "the stack of \(name)", "a local variable, or the rest of one")
    }
  }
}

extension HoldRoot.Kind {
  fileprivate var isVariable: Bool { self == .static || self == .global }
}

extension HoldStep {
  fileprivate func subject(leavesTypeOut: Bool) -> String {
    switch kind {
    case .field, .element:
      guard let field else { return type ?? "an object" }
      return leavesTypeOut ? ".\(field)" : "\(type ?? "").\(field)"
    case .capture: return function ?? type.map { "a \($0)" } ?? "a closure"
    case .task: return function.map { "task \($0)" } ?? "a task"
    case .memory: return type.map { "a \($0)" } ?? "memory that no type describes"
    }
  }

  fileprivate var remark: String {
    switch kind {
    case .field: return field == nil ? "" : "a property"
    case .element:
      switch collection {
      case .array: return "an array's element"
      case .set: return "a set's element"
      case .key: return "a dictionary's key"
      case .value: return "a dictionary's value"
      case .queue, nil: return "a queue's element"
      }
    case .capture: return "captures it"
    case .task: return hasEnded ? "its result" : "hasn't ended"
    case .memory: return ""
    }
  }
}

extension ScanFacts {
  /// The pause in milliseconds, at least one if there was any.
  package var milliseconds: Int { pause == 0 ? 0 : max(1, (pause + 500_000) / 1_000_000) }

  /// What was read, as a line.
  package var line: String {
    let size = bytes < 10_000_000 ? "\(bytes / 1_000) KB" : "\(bytes / 1_000_000) MB"
    let paused = pause == 0 ? "" : "; the app paused \(milliseconds) ms"
    return "read \(size), \(objects) blocks of memory\(paused)"
  }

  /// What was left out, as a line; nil if everything was read.
  package var missingLine: String? {
    missing.isEmpty ? nil : "not read: \(missing.joined(separator: "; "))"
  }

  /// What to say of an object without a path.
  package func unexplained(_ object: HeldObject) -> String {
    let count = object.strongReferences.map {
      $0 == 1 ? "its 1 strong reference" : "its \($0) strong references"
    }
    return isComplete
      ? "no holder was found, so \(count ?? "what holds it") may be in a register, or C code's"
      : "no holder was found in what was read"
  }
}
