import ArgumentParser
import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot
import TreeSpec

/// Checks trees against specs, updates specs on request, and reports the results.
struct CheckRunner {
  private let options: CheckOptions
  private let view: View
  /// The specs that were read, each once.
  private var specs: [String: Result<Spec, any Error>] = [:]
  private var runs: [SpecRun] = []
  /// The specs without a dump, and the dumps without a spec.
  private var unused: [String] = []
  private var missing: [String] = []
  /// The changes of a dry run.
  private var previews: [UnifiedDiff] = []

  /// The number of dumps without a spec to name.
  private static let shownDumps = 10

  init(_ options: CheckOptions, _ view: View) {
    self.options = options
    self.view = view
  }

  /// Whether a readable spec has a property.
  mutating func contains(_ paths: [String], where isSo: (Spec) -> Bool) -> Bool {
    paths.contains { (try? read($0)).map(isSo) ?? false }
  }

  /// Notes specs without a dump, and dumps without a spec.
  mutating func skip(specs: [String], dumps: [String], of folder: String) {
    unused += specs
    missing += dumps
    for spec in specs { view.note("\(spec): '\(folder)' has no dump of its name") }
    for dump in dumps.prefix(Self.shownDumps) {
      view.note("\(dump): no spec has its name; --update writes one")
    }
  }

  // MARK: Checking

  /// Checks specs against trees.
  ///
  /// - Parameters:
  ///   - pairs: the specs' files, `-` for standard input, each with a tree.
  ///   - isOfMany: whether one spec holds for many trees: a line whose subject a tree lacks is skipped.
  mutating func check(_ pairs: [(spec: String, tree: NamedTree)], isOfMany: Bool = false) throws {
    let isUpdate = options.update || options.dryRun
    for (path, named) in pairs {
      do {
        let tree = try named.tree()
        let spec = isUpdate ? try updated(path, tree.snapshot) : try read(path)
        guard let spec else { continue }
        let findings = try tree.check(spec, skipsUnknown: isOfMany)
        runs.append(
          SpecRun(
            spec: FileNames.shown(path), dump: named.name, title: spec.title, findings: findings))
      } catch {
        try refuse(path, named, error)
      }
    }
    if isOfMany, let spec = pairs.first?.spec { failIdleLines(of: spec) }
  }

  /// Reads a spec, once; `-` is standard input.
  private mutating func read(_ path: String) throws -> Spec {
    let spec =
      specs[path]
      ?? Result { try Spec(utf8: Spec.bytes(ofFile: path), name: FileNames.shown(path)) }
    specs[path] = spec
    return try spec.get()
  }

  /// A line whose subject none of several trees has is probably misspelled, and fails.
  private mutating func failIdleLines(of spec: String) {
    let own = runs.filter { $0.spec == spec && $0.outcome != .refused }
    guard own.count > 1, let first = own.first else { return }
    let findings = first.findings.indices.filter { index in
      own.allSatisfy { $0.findings[index].outcome == .skipped }
    }.map { index in
      var finding = first.findings[index]
      finding.outcome = .failed
      finding.problem = "applies to none of \(own.count) dumps: \(finding.problem)"
      return finding
    }
    if findings.isEmpty { return }
    runs.append(
      SpecRun(spec: spec, dump: "\(own.count) dumps", title: first.title, findings: findings))
  }

  /// Notes that a spec or a dump can't be used.
  ///
  /// - Throws: the error, if it is of neither.
  private mutating func refuse(_ path: String, _ tree: NamedTree, _ error: any Error) throws {
    let name = FileNames.shown(path)
    var finding = Finding(.spec, .refused, file: name, name: "spec")
    switch error {
    case let error as SpecError:
      // A fault of the spec is reported once, however many trees it has.
      let isTold = runs.contains { $0.spec == name && $0.outcome == .refused }
      runs.append(SpecRun(error, spec: name, dump: tree.name))
      if !isTold { for line in error.lines { view.output.noteLine(line) } }
      return
    case let error as FileError where error.path == path:
      let isMissing = error.action == .read && !FileNames.exists(path)
      let near = isMissing ? SpecFiles.nearest(to: path) : nil
      finding.problem =
        near.map { "\(error.problem); did you mean '\($0)'?" }
        ?? (isMissing ? "\(error.problem); --update writes it" : SafeText("\(error)"))
    case is DumpFileError, is JournalError, is FileTarget.NoTree:
      finding.kind = .dump
      finding.name = "dump"
      finding.file = tree.file ?? tree.name
      if case .dump(_, let fault)? = error as? DumpFileError { finding.line = fault.line }
      finding.problem = SafeText("\(error)")
    default: throw error
    }
    runs.append(SpecRun(spec: name, dump: tree.name, findings: [finding]))
    view.note(finding.problem)
  }

  // MARK: Updating

  /// Updates a spec's file to match a tree.
  ///
  /// - Returns: the spec; nil if it is missing and only shown.
  private mutating func updated(_ path: String, _ tree: Snapshot) throws -> Spec? {
    if path == "-" || FileNames.isLink(path) {
      throw ConsoleError(
        path == "-"
          ? "standard input can't be updated; name the spec's file"
          : "'\(path)' is a link, which --update doesn't follow; name the spec itself")
    }
    let old = FileNames.exists(path) ? try Spec.bytes(ofFile: path) : nil
    let spec = try old.map { try Spec(utf8: $0, name: path) }
    let text =
      try spec.map { try SpecUpdate($0, to: tree)?.text } ?? SpecWriter(tree).text(title: tree.name)
    guard let text else { return spec }
    let diff = UnifiedDiff(
      from: old.map { String(decoding: $0, as: UTF8.self) }, to: text, of: path)
    let removed = diff.lines.count { $0.kind == .removed }
    let added = diff.lines.count { $0.kind == .added }
    let words: SafeText =
      old == nil ? "written" : "\(counted(removed, "line")) out, \(counted(added, "line")) in"
    view.note("\(path): \(options.dryRun ? "would be changed, " : "")\(words)")
    if options.dryRun {
      previews.append(diff)
      return nil
    }
    try view.output.write(Array(text.utf8), to: path, makesFolders: old == nil)
    return try Spec(text, name: path)
  }

  // MARK: The answer

  /// Writes the report files, and returns the answer.
  mutating func answer() throws -> Answer {
    if runs.contains(where: { $0.findings.contains { $0.kind == .spec && $0.column != nil } }),
      !view.output.isForProgram
    {
      view.note("see '\(view.call)help specs'")
    }
    let report = SpecReport(
      runs: runs, unused: unused, missing: missing, isStrict: options.strict)
    var shown: [UInt8]?
    for destination in options.reports {
      let bytes = destination.bytes(of: report)
      if let file = destination.file {
        try view.output.write(bytes, to: file)
        view.note("\(file): \(destination.format.rawValue) report written")
      } else {
        shown = bytes
      }
    }
    let (runner, previews) = (self, previews)
    var answer =
      options.dryRun
      ? Answer { text in for preview in previews { text.append(preview) } }
      : Answer {
        report.json
      } text: {
        runner.write(to: &$0)
      }
    if let shown {
      // The commands stand behind the text.
      var rest = [Answer(body: .bytes(.verbatim) { $0.write(shown) })][...]
      answer.parts = { _ in rest.popFirst() }
    }
    answer.options = options.output.answerOptions
    answer.hasFindings = !previews.isEmpty || !options.dryRun && !report.isPassed
    if runs.contains(where: { $0.outcome == .refused }) {
      answer.failure = "a spec or a dump could not be used; see the lines above"
    }
    return answer
  }

  /// Writes the results for a person.
  private func write(to text: inout StyledText) {
    let counts = Dictionary(runs.map { ($0.spec, 1) }, uniquingKeysWith: +)
    for run in runs { run.write(to: &text, isOfSeveral: counts[run.spec] ?? 1 > 1) }
    if runs.contains(where: { $0.findings.contains { !$0.rows.isEmpty } }), !options.update {
      text.line("if the tree is right: add --update")
    }
    let failed = runs.count { $0.outcome == .failed }
    let refused = runs.count { $0.outcome == .refused }
    let passed = runs.count - failed - refused
    let checks = runs.filter { $0.outcome != .refused }
    func sum(_ outcome: Finding.Outcome) -> Int { checks.reduce(0) { $0 + $1.count(outcome) } }
    let parts: [(count: Int, word: SafeText, what: SafeText)] = [
      (failed, "spec", "failed"), (refused, "spec", "could not be used"),
      (unused.count, "spec", "without a dump"), (missing.count, "dump", "without a spec"),
      (passed, "spec", "passed"),
    ]
    let shown = parts.filter { $0.count > 0 } + (runs.isEmpty ? parts.suffix(1) : [])
    let details = [
      counted(checks.reduce(0) { $0 + $1.findings.count }, "check"),
      sum(.failed) > 0 ? "\(sum(.failed)) failed" : nil,
      sum(.skipped) > 0 ? "\(sum(.skipped)) skipped" : nil,
    ].compactMap { $0 as SafeText? }
    let specs = shown.map { "\(counted($0.count, $0.word)) \($0.what)" as SafeText }
    text.line("\(specs.joined(separator: ", ")) (\(details.joined(separator: ", ")))")
  }
}
