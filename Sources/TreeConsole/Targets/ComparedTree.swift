import TextIO
import TreeAnalysis
import TreeLink
import TreeSnapshot

/// One of two trees that are compared.
struct ComparedTree {
  /// What the answer calls the tree.
  let name: SafeText
  /// The tree.
  let snapshot: Snapshot
  /// Which of the target's trees it is; nil for another dump, whose ids name no models here.
  let tree: Int?
  /// Whether it is the last tree of a journal, which holds what happened before as well.
  var isLastOfJournal = false

  /// The tree that a command looks at: in the shell its dump, at a prompt the present tree.
  static func present(_ state: TreeState, _ context: CommandContext) -> ComparedTree {
    let target = context.target
    let path = context.isRepl ? nil : target.file ?? target.appName.map { "@\($0.text)" }
    let moment = target.moment.map { "moment \($0)" as SafeText }
    let isLast = target.kind == .journal && target.moment == nil && !target.isCopy
    let name = path.map(fileName) ?? (target.isCopy ? "the changed copy" : moment)
    return ComparedTree(
      name: isLast
        ? "the last tree of \(path.map(fileName) ?? "the journal")" : name ?? "the present tree",
      snapshot: state.snapshot, tree: state.tree, isLastOfJournal: isLast)
  }

  private static func fileName(_ path: String) -> SafeText {
    path == "-" ? "standard input" : "\(path)"
  }

  /// A file or a running app, as the shell names it; `-` is standard input.
  static func named(_ word: String, noting output: ConsoleOutput) throws -> ComparedTree {
    let target = try TargetWord(word).open(noting: output)
    let isLast = target.kind == .journal
    return ComparedTree(
      name: isLast ? "the last tree of \(fileName(word))" : fileName(word),
      snapshot: try target.attended(by: TargetAttendant(output)).state().snapshot, tree: nil,
      isLastOfJournal: isLast)
  }

  /// The tree with a name: at a prompt a remembered one, else a dump.
  static func named(_ name: String, _ context: CommandContext) throws -> ComparedTree {
    if !context.isRepl {
      if name == "-", context.target.file == "-" {
        throw ConsoleError.conflict(.dumpsOnStandardInput)
      }
      return try named(name, noting: context.output)
    }
    if let state = context.remembered[name] {
      return ComparedTree(name: "'\(name)'", snapshot: state.snapshot, tree: state.tree)
    }
    if case .file = TargetWord(name), !FileNames.isFile(name) {
      throw ConsoleError.unknown(.rememberedTree, name, nearest: nil)
    }
    return try named(name, noting: context.output)
  }
}

extension TreeDifference {
  /// Compares two trees: by identity where they are two looks at one tree, else by shape.
  init(from old: ComparedTree, to new: ComparedTree, noting output: ConsoleOutput) {
    if let tree = old.tree, let other = new.tree, tree != other {
      output.note(
        "note: the app has opened another tree since; models are matched by path and shape")
    }
    self.init(
      from: old.snapshot, to: new.snapshot,
      matching: old.tree != nil && old.tree == new.tree ? .identity : .shape)
  }
}
