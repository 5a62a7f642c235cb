import ArgumentParser
import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot
import TreeSpec

/// Checks trees against specs, updates specs on request, and reports the results.
struct CheckRunner {
  let options: CheckOptions
  let output: ConsoleOutput
  /// The start of a command line: nothing at a prompt, otherwise `modeltree `.
  let call: SafeText
  let destinations: [ReportDestination]
  let specs: SpecReader

  /// The number of dumps without a spec to name.
  private static let shownDumps = 10

  var runs: [SpecRun] = []
  /// The specs without a dump.
  private(set) var unused: [String] = []
  /// The dumps without a spec.
  private(set) var missing: [String] = []
  /// The runs that report lines that applied to none of several dumps.
  var idleRuns: Set<Int> = []
  /// The missing specs, and their trees.
  private(set) var missingSpecs: [(spec: String, dump: String)] = []
  var violations: Violations
  /// The changes of a dry run.
  private(set) var previews: [UnifiedDiff] = []

  /// - Parameters:
  ///   - names: the specs and folders of specs in the call.
  ///   - texts: the texts of specs that aren't files, by name.
  init(
    _ options: CheckOptions, _ view: View, named names: [String], texts: [String: [UInt8]] = [:]
  ) throws {
    self.options = options
    output = view.output
    call = view.call
    specs = SpecReader(
      texts: texts,
      includesFrom: options.includeFrom.map(\.rawValue) + names.filter(FileNames.isFolder))
    destinations = try options.destinations()
    violations = Violations(
      try options.baseline.map { try Baseline(contentsOf: $0.rawValue, .rules) })
    if options.update != nil, !options.force { try SpecUpdate.refuseInCI() }
  }

  /// Notes a spec without a tree.
  mutating func skip(_ spec: String, missing dump: String) {
    if options.unused == .ignore { return }
    unused.append(spec)
    output.note(
      "\(spec): not used, because '\(dump)' has no dump of its name"
        + (options.unused == .reject ? "" : "; --unused reject makes that fail"))
  }

  /// Notes the dumps without a spec.
  mutating func skip(dumps: [String]) {
    if dumps.isEmpty || options.missing == .ignore { return }
    missing = dumps
    let shown: SafeText = dumps.prefix(Self.shownDumps).map { "\($0)" }.joined(separator: ", ")
    let more = dumps.count - Self.shownDumps
    output.note(
      """
      \(counted(dumps.count, "dump")) \(dumps.count == 1 ? "has" : "have") no spec: \(shown)\
      \(more > 0 ? " and \(more) more" : ""); --update=missing writes \
      \(dumps.count == 1 ? "it" : "them")
      """)
  }

  /// Whether any of the readable specs or rules has a property.
  func contains(_ paths: [String], where isSo: (Spec) -> Bool) -> Bool {
    paths.contains { (try? specs.spec(at: $0)).map(isSo) ?? false }
      || options.rules.contains {
        (try? specs.spec(at: $0.rawValue, asRules: true)).map(isSo) ?? false
      }
  }

  /// Checks specs against trees, in parallel.
  ///
  /// - Parameter pairs: the specs' files, `-` for standard input, each with a tree.
  mutating func check(_ pairs: [(spec: String, tree: NamedTree)]) throws {
    // Two threads would share standard input.
    if pairs.contains(where: { $0.spec == "-" }) { _ = try? specs.spec(at: "-") }
    let (specs, isUpdate, isTimed) = (specs, options.update != nil, options.times)
    var number = 0
    try OrderedWork.run(pairs.count) { number in
      let (path, tree) = pairs[number]
      let start = (clock: ContinuousClock.now, time: isTimed ? WallClock.time : "")
      var held = HeldSpec(tree: Result { try tree.tree() })
      // Updates are made one after another.
      if !isUpdate || path == "-" {
        held.result = Result {
          try held.tree.get().check(specs.spec(at: path)).forgettingTree()
        }
      }
      if isTimed {
        held.times = SpecRun.Times(
          start: start.time, duration: start.clock.duration(to: .now))
      }
      return held
    } take: { held in
      let (path, tree) = pairs[number]
      number += 1
      try take(held, path, tree.name)
    }
  }

  /// A spec that was checked against a tree.
  private struct HeldSpec: Sendable {
    var tree: Result<CheckedTree, any Error>
    /// Nil if the spec has yet to be updated.
    var result: Result<SpecResult, any Error>?
    var times: SpecRun.Times?
  }

  private mutating func take(_ held: HeldSpec, _ path: String, _ dump: String) throws {
    let name = FileNames.shown(path)
    let (firstRun, start) = (runs.count, ContinuousClock.now)
    defer {
      var times = held.times
      times?.duration += start.duration(to: .now)
      for index in runs.indices.dropFirst(firstRun) { runs[index].times = times }
    }
    do {
      guard let result = try held.result?.get() ?? changedAndChecked(path, held.tree.get()) else {
        return
      }
      runs.append(SpecRun(spec: name, dump: dump, outcome: .checked(result)))
      for (line, misspelling) in options.update == .patch ? result.wrongRoutes : []
      where misspelling != nil || !options.routes {
        output.noteLine(
          "\(name):\(line): stays, and fails; \(misspelling ?? "--routes changes it too")")
      }
      if options.update == .patch, !options.dryRun, result.namesUnknown {
        output.note("\(name): what lines name and the tree does not know is left to you")
      }
    } catch {
      try refuse(name, dump, error)
    }
  }

  /// Updates a spec's file to match a tree, and checks the tree against it; nil if no file is
  /// written.
  private mutating func changedAndChecked(
    _ path: String, _ tree: CheckedTree
  ) throws -> SpecResult? {
    let isNew = options.update?.makesSpecs == true && !FileNames.exists(path)
    var bytes = isNew ? nil : try Spec.bytes(ofFile: path)
    if let update = options.update,
      let new = try changed(path, bytes, tree.snapshot, update)
    {
      bytes = new
    }
    return try bytes.map { try tree.check(specs.spec($0, of: path)) }
  }

  /// Notes that a spec can't be used.
  ///
  /// - Throws: the error, if it isn't the spec's.
  mutating func refuse(_ name: String, _ dump: String, _ error: any Error) throws {
    let refusal: SpecError
    switch error {
    case let error as SpecError: refusal = error
    case let error as FileError:
      let isMissing = error.action == .read && !FileNames.exists(error.path)
      let near = isMissing ? SpecFiles.nearest(to: error.path) : nil
      if isMissing, near == nil { missingSpecs.append((name, dump)) }
      refusal = SpecError(name: name, wholeFile: .file(error, suggestion: near))
    case let error as JournalError: refusal = SpecError(name: name, wholeFile: .journal(error))
    case let error as FileTarget.NoTree:
      refusal = SpecError(name: name, wholeFile: .noTree(journal: error.path, error.error))
    case let error as DumpFileError: refusal = SpecError(name: name, wholeFile: .dump(error))
    case let error as SpecWritingError:
      refusal = SpecError(name: name, wholeFile: .unwritable(error))
    default: throw error
    }
    // A problem of the spec itself is reported once, however many trees it has.
    let isKnown = refusal.isOfSpec && runs.contains { $0.spec == name && $0.isRefused }
    runs.append(SpecRun(spec: name, dump: dump, outcome: .refused(refusal)))
    if isKnown { return }
    if case .file? = refusal.problems.first?.fault.kind {
      // There is no line to show.
      output.note(refusal.problems[0].fault.message)
    } else {
      // The place comes first, as in compilers' errors; the lines below belong to it.
      for line in refusal.lines { output.noteLine(line) }
    }
  }

  /// Updates a spec's file.
  ///
  /// - Parameter bytes: its bytes; nil if it is missing.
  /// - Returns: the new bytes; nil if there is nothing to change.
  private mutating func changed(
    _ path: String, _ bytes: [UInt8]?, _ snapshot: Snapshot, _ update: SpecUpdate
  ) throws -> [UInt8]? {
    // An unreadable spec can't be patched, but can be overwritten.
    let spec: Spec?
    do {
      spec = try bytes.map { bytes throws(SpecError) in try specs.spec(bytes, of: path) }
    } catch {
      // A file that isn't a spec may be anything, and must not be lost.
      if update == .patch || error.isOfOtherFile { throw error }
      spec = nil
    }
    guard
      let change = try update.change(
        of: spec, bytes, for: snapshot, changesRoutes: options.routes)
    else { return nil }
    let new = Array(change.text.utf8)
    if new == bytes {
      output.note("\(path): not changed")
    } else if options.dryRun {
      let old = bytes.map { String(decoding: $0, as: UTF8.self) }
      previews.append(UnifiedDiff(from: old, to: change.text, of: path))
      output.note("\(path): \(update == .patch ? "would have" : "would be") \(change.words)")
    } else {
      try output.write(new, to: path, makesFolders: bytes == nil)
      output.note("\(path): \(change.words)")
    }
    for (line, words) in change.details { output.noteLine("\(path):\(line): \(words)") }
    return options.dryRun ? nil : new
  }
}

// Rules for all trees.
extension CheckRunner {
  /// Checks the rules in a file against trees. A line that applies to none of several is a failure.
  mutating func check(rules path: String, _ trees: [NamedTree]) throws {
    let rules: Spec
    do {
      rules = try specs.spec(at: path, asRules: true)
    } catch {
      return try refuse(path, trees[0].name, error)
    }
    var last: SpecResult?
    // The indices of the checks that haven't applied so far.
    var idle: Set<Int>?
    var number = 0
    try OrderedWork.run(trees.count) { number in
      Result { try trees[number].tree().check(rules, asRules: true).forgettingTree() }
    } take: { held in
      let name = trees[number].name
      defer { number += 1 }
      do {
        var result = try held.get()
        violations.mark(&result, dump: name)
        let skipped = Set(result.checks.indices.filter { result.checks[$0].outcome == .skipped })
        idle = idle?.intersection(skipped) ?? skipped
        last = result
        runs.append(SpecRun(spec: path, dump: name, outcome: .checked(result)))
      } catch {
        try refuse(path, name, error)
      }
    }
    guard let last, let idle, trees.count > 1, !idle.isEmpty else { return }
    let checks = idle.sorted().map { last.checks[$0] }
    let result = last.failing(checks, asNeverApplyingTo: trees.count)
    idleRuns.insert(runs.count)
    runs.append(SpecRun(spec: path, dump: "\(trees.count) dumps", outcome: .checked(result)))
  }
}
