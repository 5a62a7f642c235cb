import TextIO
import TreeAnalysis
import TreeSnapshot

/// One of two trees that are compared.
struct ComparedTree {
  /// What the answer calls the tree.
  let name: SafeText
  /// The tree.
  let snapshot: Snapshot
  /// Which of the target's trees it is; nil for another dump, whose ids name no models here.
  let tree: Int?

  /// The tree that a command looks at: in the shell its dump, at a prompt the present tree.
  static func present(_ state: TreeState, _ context: CommandContext) -> ComparedTree {
    let path = context.isRepl ? nil : context.target.file
    return ComparedTree(
      name: path.map(fileName) ?? (context.target.isCopy ? "the changed copy" : "the present tree"),
      snapshot: state.snapshot, tree: state.tree)
  }

  private static func fileName(_ path: String) -> SafeText {
    path == "-" ? "standard input" : "\(path)"
  }

  /// A dump of the shell; `-` is standard input.
  static func dump(_ path: String) throws(DumpFileError) -> ComparedTree {
    ComparedTree(
      name: fileName(path), snapshot: try Snapshot(contentsOfFile: path), tree: nil)
  }

  /// The tree with a name: at a prompt a remembered one, else a dump.
  static func named(_ name: String, _ context: CommandContext) throws -> ComparedTree {
    if !context.isRepl {
      if name == "-", context.target.file == "-" {
        throw ConsoleError.conflict(.dumpsOnStandardInput)
      }
      return try dump(name)
    }
    if let state = context.remembered[name] {
      return ComparedTree(name: "'\(name)'", snapshot: state.snapshot, tree: state.tree)
    }
    guard FileNames.isFile(name) else {
      throw ConsoleError.unknown(.rememberedTree, name, nearest: nil)
    }
    return try dump(name)
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
