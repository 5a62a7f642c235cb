import TextIO
import TreeAnalysis
import TreeSnapshot

// Checks of the spec as a whole.
extension SpecParser {
  mutating func checkCaptures() {
    let known = Set(captures.keys).union(bindings.keys)
      .union(included.flatMap(\.parts).flatMap(\.bindings.keys))
    for assertion in assertions {
      for problem in namingProblems(of: assertion, known) { note(problem, line: assertion.line) }
    }
    for spec in included.flatMap(\.parts) {
      let problems = spec.assertions.flatMap { assertion in
        namingProblems(of: assertion, known).map { spec.problem($0, line: assertion.line) }
      }
      note(inIncludedFile: SpecError(name: spec.name, problems: problems))
    }
  }

  private func namingProblems(of assertion: SpecAssertion, _ known: Set<String>) -> [LineProblem] {
    var isAbsence = false
    if case .absent = assertion.claim { isAbsence = true }
    return assertion.claim.places.compactMap { place in
      guard case .capture(let name, _) = place.subject else { return nil }
      if assertion.isOfJournal, captures[name] != nil {
        return LineProblem(
          place.span,
          """
          a capture is of the last tree, not of every moment's; name models with 'let', or by a \
          selector
          """)
      }
      // Something that the tree has can't be absent.
      if isAbsence, captures[name] != nil || !known.contains(name) {
        return LineProblem(
          place.span,
          "what must not be there cannot be captured; write a selector")
      }
      return known.contains(name)
        ? nil : LineProblem(place.span, Self.fault(ofCapture: name, known.sorted()))
    }
  }

  private static func fault(ofCapture name: String, _ names: [String]) -> SpecFault {
    let hint: SpecSuggestion =
      SpecFault.suggestion(name, names, sign: "$")
      ?? (names.isEmpty
        ? "write 'as $\(name)' after a model's name"
        : "there are \(SpecFault.list(names.map { "$\($0)" }))")
    return "no line captures '$\(name)'; \(hint)"
  }

  mutating func checkIncluded() {
    if let line = lines.first {
      note(
        LineProblem(
          line.nameSpan,
          "a spec that another one includes has no tree, only what must hold of one"),
        line: line.number)
    }
  }

  mutating func checkContent() {
    // A list without messages expects silence.
    if listsMessages { return }
    let whole = Span(start: 0, end: text.first?.utf8.count ?? 0)
    if !hasHeader {
      note(LineProblem(whole, .empty), line: 1)
    } else if lines.isEmpty, assertions.isEmpty, included.isEmpty, !isIncluded {
      note(
        LineProblem(
          whole,
          """
          the spec asks for nothing; write a line for the root, or what must hold of the tree
          """), line: 1)
    }
  }
}
