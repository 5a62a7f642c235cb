import TreeAnalysis

// What the spec as a whole must have.
extension SpecParser {
  mutating func checkCaptures() {
    let known = Set(captures.keys).union(bindings.keys)
      .union(included.flatMap(\.parts).flatMap(\.bindings.keys))
    for assertion in assertions {
      for problem in namingProblems(of: assertion, known) { note(problem, line: assertion.line) }
    }
    for spec in included.flatMap(\.parts) {
      for assertion in spec.assertions {
        for problem in namingProblems(of: assertion, known) {
          note(
            inIncludedFile: SpecError(
              name: spec.name,
              problems: [
                SpecError.Problem(
                  line: assertion.line, text: spec.text[assertion.line - 1], span: problem.span,
                  problem.fault)
              ]))
        }
      }
    }
  }

  private func namingProblems(
    of assertion: SpecAssertion, _ known: Set<String>
  ) -> [LineProblem] {
    var isAbsence = false
    if case .absent = assertion.claim { isAbsence = true }
    return assertion.claim.places.compactMap { place in
      guard case .capture(let name, _) = place.subject else { return nil }
      if assertion.isOfJournal, captures[name] != nil {
        return LineProblem(place.span, .treeCapture)
      }
      // What the tree has cannot be absent.
      if isAbsence, captures[name] != nil || !known.contains(name) {
        return LineProblem(place.span, .capturedAbsence)
      }
      return known.contains(name)
        ? nil : LineProblem(place.span, .unknownCapture(name, known: known.sorted()))
    }
  }

  mutating func checkIncluded() {
    if let line = lines.first {
      note(LineProblem(line.nameSpan, .includedTree), line: line.number)
    }
  }

  mutating func checkContent() {
    let whole = Span(start: 0, end: content.first?.count ?? 0)
    if !hasHeader {
      note(LineProblem(whole, .empty), line: 1)
    } else if lines.isEmpty, assertions.isEmpty, included.isEmpty, !isIncluded {
      note(LineProblem(whole, .asksForNothing), line: 1)
    }
  }
}
