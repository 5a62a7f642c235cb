import TreeAnalysis

// What the spec as a whole must have.
extension SpecParser {
  mutating func checkCaptures() {
    for assertion in assertions {
      for place in assertion.claim.places {
        guard case .capture(let name, _) = place.subject, captures[name] == nil else { continue }
        note(
          LineProblem(place.span, .unknownCapture(name, known: captures.keys.sorted())),
          line: assertion.line)
      }
    }
  }

  mutating func checkContent() {
    let whole = Span(start: 0, end: content.first?.count ?? 0)
    if !hasHeader {
      note(LineProblem(whole, .empty), line: 1)
    } else if lines.isEmpty, assertions.isEmpty {
      note(LineProblem(whole, .asksForNothing), line: 1)
    }
  }
}
