import TextIO
import TreeAnalysis
import TreeJournal
import TreeLink
import TreeSnapshot

/// One of two trees to compare.
struct ComparedTree {
  /// The tree's name in the answer.
  let name: SafeText
  let snapshot: Snapshot
  /// The target's number of the tree; nil for another dump, whose ids are unrelated.
  let tree: Int?

  /// The current tree: the target's in the shell, or the present one at a prompt.
  static func present(in view: View) throws -> ComparedTree {
    let state = try view.state()
    let isLast = view.kind == .journal && view.moment == nil && !view.isCopy
    let name =
      shownName(view.isShell ? view.targetWord : nil, isLast: isLast, in: view)
      ?? (view.isCopy ? "the changed copy" : nil)
      ?? view.moment.map { "moment \($0)" } ?? "the present tree"
    return ComparedTree(name: name, snapshot: state.snapshot, tree: state.tree)
  }

  /// The tree with a name: at a prompt a remembered one, otherwise that of a file or a running app;
  /// `-` is standard input.
  static func named(_ name: String, in view: View) throws -> ComparedTree {
    if !view.isShell {
      if let state = view.prompt.remembered(name) {
        return ComparedTree(name: "'\(name)'", snapshot: state.snapshot, tree: state.tree)
      }
      if case .file = TargetWord(name), !FileNames.isFile(name) {
        throw ConsoleError(
          """
          nothing is remembered as '\(name)', and no file has that name; 'snapshot' lists the \
          remembered trees
          """)
      }
    } else if name == "-", view.target.file == "-" {
      throw ConsoleError("only one of the two dumps can come from standard input")
    }
    let other = View(try TargetWord(name).open(view.output.attendant), view.output)
    other.noteFaults()
    return ComparedTree(
      name: shownName(name, isLast: other.kind == .journal, in: view) ?? "",
      snapshot: try other.state().snapshot, tree: nil)
  }

  /// A file's name in the answer. Of a journal, only the last tree is compared.
  private static func shownName(_ path: String?, isLast: Bool, in view: View) -> SafeText? {
    let file = path.map { SafeText(FileNames.shown($0)) }
    if !isLast { return file }
    let journal = file ?? "the journal"
    view.note("note: of \(journal), only the last tree is compared; 'journal' shows what happened")
    return "the last tree of \(journal)"
  }
}

extension TreeDifference {
  /// Compares two trees: by identity if they are two states of one tree, otherwise by subtree, type, and
  /// label.
  init(from old: ComparedTree, to new: ComparedTree, in view: View) {
    if let tree = old.tree, let other = new.tree, tree != other {
      view.note("note: the app has opened another tree since; models are matched by type and label")
    }
    self.init(
      from: old.snapshot, to: new.snapshot,
      matching: old.tree != nil && old.tree == new.tree ? .identity : .shape)
  }
}

/// One of two runs to compare.
struct ComparedRun {
  /// Its name in the answer.
  let name: SafeText
  let contents: JournalContents

  /// The run of a journal's file or a running app.
  init(named name: String, _ view: View) throws {
    let other = View(try TargetWord(name).open(view.output.attendant), view.output)
    guard other.capabilities.contains(.journal) else {
      throw ConsoleError(
        "'\(SafeText(name))' has no journal; compare needs two of them, and 'diff' compares trees")
    }
    other.noteFaults()
    try self.init(other, Self.shortName(name))
  }

  /// The journal of a prompt.
  init(of view: View) throws {
    try self.init(view, view.target.file.map(Self.shortName) ?? "now")
  }

  private init(_ view: View, _ name: SafeText) throws {
    self.name = name
    contents = try view.journal().contents
  }

  /// `good` of `runs/good.journal`.
  private static func shortName(_ path: String) -> SafeText {
    SafeText(FileNames.last(of: path, without: ".journal"))
  }
}
