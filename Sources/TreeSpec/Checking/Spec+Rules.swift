import TextIO
import TreeSnapshot

extension Spec {
  /// Reads a file of rules, which are held against many trees: it has no tree of its own, and each line
  /// belongs to a rule.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - name: the file's path.
  ///   - folders: the folders from which it may include files besides its own.
  /// - Throws: `SpecError` with every line that is wrong.
  package init(
    rules bytes: some Sequence<UInt8>, name: String, includesFrom folders: [String]? = []
  ) throws(SpecError) {
    try self.init(utf8: bytes, name: name, includesFrom: folders)
    var problems: [SpecError.Problem] = []
    func note(_ fault: SpecFault, _ number: Int, in spec: Spec) {
      let text = spec.text[number - 1]
      var problem = SpecError.Problem(
        line: number, text: text, span: Span(start: text.indentation, end: text.utf8.count), fault)
      problem.file = spec.name == name ? nil : spec.name
      problems.append(problem)
    }
    if let line = lines.first {
      note(
        "a file of rules has no tree, only what must hold of every one", line.number, in: self)
    }
    for spec in parts {
      for assertion in spec.assertions where assertion.rule == nil {
        note(
          """
          a line in a file of rules belongs to a rule; write 'rule "name" reason "why"' \
          above it
          """, assertion.line, in: spec)
      }
    }
    if !problems.isEmpty { throw SpecError(name: name, problems: problems) }
  }
}

extension SpecResult {
  /// The lines of rules that apply to none of several dumps, as failures: a name in them may be mistyped.
  ///
  /// - Parameters:
  ///   - checks: their checks against one of the dumps.
  ///   - dumps: how many dumps there are.
  package func failing(_ checks: [Check], asNeverApplyingTo dumps: Int) -> SpecResult {
    let failing = checks.map { check in
      guard case .skipped(let fault)? = check.finding else { return check }
      var check = check
      let text = (check.source ?? spec).text[check.line - 1]
      check.finding = .unknown(
        SpecError.Problem(
          line: check.line, text: text, span: Span(start: 0, end: text.utf8.count),
          SpecFault(.appliesNowhere, "applies to none of \(dumps) dumps: \(fault.message)")))
      return check
    }
    return SpecResult(spec: spec, snapshot: snapshot, checks: failing)
  }
}
