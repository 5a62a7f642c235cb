import TextIO
import TreeJournal

/// One of two runs to compare.
struct ComparedRun {
  /// Its name in the answer.
  let name: SafeText
  let look: JournalLook
  /// Whether it is still running.
  let isRunning: Bool

  /// The run of a journal's file or a running app.
  init(named name: String, _ view: View) throws {
    let target = try TargetWord(name).open(view.output.attendant)
    target.file.map(view.output.protect)
    guard target.capabilities.contains(.journal) else {
      throw ConsoleError(
        "'\(SafeText(name))' has no journal; compare needs two of them, and 'diff' compares trees")
    }
    try self.init(target.attended(by: view.output.attendant), Self.shortName(name))
  }

  /// The run of a journal.
  init(name: SafeText, _ contents: JournalContents) {
    self.name = name
    look = JournalLook(contents: contents)
    isRunning = false
  }

  /// The journal of a prompt.
  init(of view: View) throws {
    try view.require(.journal)
    try self.init(view.target, view.target.file.map(Self.shortName) ?? "now")
  }

  private init(_ target: some InspectionTarget, _ name: SafeText) throws {
    self.name = name
    look = try target.journal()
    isRunning = target.kind.isLive
  }

  /// `good` of `runs/good.journal`.
  private static func shortName(_ path: String) -> SafeText {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return SafeText(file.hasSuffix(".journal") ? String(file.dropLast(8)) : file)
  }
}
