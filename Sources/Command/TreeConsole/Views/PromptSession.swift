import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// The state between the commands of a prompt, or of another program.
struct PromptSession {
  /// The current model; nil for the root.
  var here: ModelMark?
  /// Its name, if it was still in the tree after the last line.
  var hereName: String?
  /// The remembered trees, in the order in which their names were first used.
  var remembered: [(name: String, state: TreeState)] = []
  /// The aliases, each with its line.
  var aliases: [String: String] = [:]
  /// The entries of a list to show, as `set limit` chose; nil for each command's own.
  var limit: Limit?
  /// The files being read, the innermost last.
  var sources: [String] = []
  /// The caller.
  var caller = Caller.person
  /// Whether the prompt should end.
  var isFinished = false

  /// The caller, which determines the form of suggested commands.
  enum Caller: Hashable {
    /// A person, by commands.
    case person
    /// A coding agent, by tool calls, which name the target if there are several.
    case agent(target: String?)

    var isAgent: Bool { if case .agent = self { true } else { false } }
  }

  /// The tree remembered under a name.
  func remembered(_ name: String) -> TreeState? { remembered.first { $0.name == name }?.state }

  /// Remembers a tree, in place of the one that had the name before.
  mutating func remember(_ state: TreeState, as name: String) {
    if let index = remembered.firstIndex(where: { $0.name == name }) {
      remembered[index].state = state
    } else {
      remembered.append((name, state))
    }
  }
}

/// A model by its tree and its id.
struct ModelMark {
  private let tree: Int
  let id: Int

  init(_ position: Int, in state: TreeState) {
    tree = state.tree
    id = state.snapshot[position].id
  }

  /// The position of the model in a tree; nil if it left.
  func position(in state: TreeState) -> Int? {
    tree == state.tree ? state.snapshot.position(ofID: id) : nil
  }
}

/// The maximum number of list entries to show.
struct Limit: Hashable, ExpressibleByArgument {
  /// The number; `.max` for all.
  let number: Int

  /// Parses a number from 1, or `all`.
  init?(argument: String) {
    guard let number = argument == "all" ? .max : Int(argument), number > 0 else { return nil }
    self.number = number
  }

  static var defaultCompletionKind: CompletionKind { .list(["all"]) }

  /// The limit as written.
  var text: String { number == .max ? "all" : "\(number)" }
}

extension [String] {
  /// `did you mean 'x'?` if a word is similar to one of these, otherwise other advice.
  func hint(for word: String, otherwise: SafeText) -> SafeText {
    nearest(to: word).map { "did you mean '\($0)'?" } ?? otherwise
  }
}
