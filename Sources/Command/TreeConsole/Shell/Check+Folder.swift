import TextIO
import TreeSpec

extension Check {
  /// Checks one tree, or a folder of dumps.
  func run(on dump: String, writingTo output: ConsoleOutput) throws -> ExitStatus {
    if dump == "-", names.contains("-") {
      throw ConsoleError("only one of the dump and the spec can come from standard input")
    }
    guard FileNames.isFolder(dump) else {
      // Before the dump is read, which may be a spec in the wrong place.
      _ = try SpecFiles.specs(names)
      return try showAnswer(on: dump, writingTo: output)
    }
    var view = View(NoTarget(), output)
    var answer = try answer(dump, view)
    answer.options = self.output.answerOptions
    try view.show(answer)
    return view.status
  }

  private func answer(_ dump: String, _ view: View) throws -> Answer {
    if at != nil {
      throw ConsoleError("--at is a moment of one journal; name its file in place of the folder")
    }
    var runner = CheckRunner(options, view)
    let files = try SpecFiles(
      names, folder: dump, makesSpecs: options.update || options.dryRun)
    if options.update || options.dryRun, let spec = files.named.first {
      throw ConsoleError(
        "'\(spec)' holds for every dump; update it with one dump: check DUMP \(spec)")
    }
    if files.pairs.isEmpty, files.named.isEmpty {
      throw ConsoleError("no dump in '\(dump)' has the name of a spec; nothing was checked")
    }
    runner.skip(specs: files.unused, dumps: files.missing, of: dump)
    try runner.check(files.pairs.map { ($0.spec, NamedTree(file: $0.dump)) })
    for spec in files.named {
      try runner.check(files.dumps.map { (spec, NamedTree(file: $0)) }, isOfMany: true)
    }
    return try runner.answer()
  }
}
