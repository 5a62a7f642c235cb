import TreeAnalysis

// What the spec as a whole must have.
extension SpecParser {
  mutating func checkCaptures() {
    for assertion in assertions {
      for place in assertion.claim.places {
        guard case .capture(let name, _) = place.subject, captures[name] == nil else { continue }
        let near = nearest(to: name, among: captures.keys.sorted())
        let hint =
          if let near { "did you mean '$\(near)'?" } else if captures.isEmpty {
            "write 'as $\(name)' behind a model's name"
          } else { "there are \(captures.keys.sorted().map { "$\($0)" }.joined(separator: ", "))" }
        note(
          LineProblem(span: place.span, message: "no line captures '$\(name)'; \(hint)"),
          line: assertion.line)
      }
    }
  }

  mutating func checkContent() {
    let whole = Span(start: 0, end: content.first?.count ?? 0)
    if !hasHeader {
      note(
        LineProblem(
          span: whole,
          message: "the spec is empty; it begins with 'tree-spec 1' and a line "
            + "for the root, which 'modeltree print DUMP --as-spec' writes"), line: 1)
    } else if lines.isEmpty, assertions.isEmpty {
      note(
        LineProblem(
          span: whole,
          message: "the spec asks for nothing; write a line for the root, or what must "
            + "hold of the tree"), line: 1)
    }
  }
}

extension SpecAssertion.Claim {
  /// All models that the line names.
  var places: [SpecPlace] {
    switch self {
    case .absent(let place): [place]
    case .limits: []
    case .route(let claim): (claim.raisers.map { [$0] } ?? []) + claim.places + claim.via
    case .service(let claim): [claim.askers] + claim.places
    }
  }
}
