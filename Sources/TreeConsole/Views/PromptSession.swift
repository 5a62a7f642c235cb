import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// What is kept between the questions of a prompt, or of another program.
struct PromptSession {
  /// The current model; nil for the root.
  var here: ModelMark?
  /// Its name, if it was still in the tree after the last line.
  var hereName: String?
  /// The current model before that one.
  var before: ModelMark?
  /// The models of the last answer that was about models.
  var matches: [ModelMark] = []
  /// How many there were.
  var matchCount = 0
  /// The trees that are remembered, in the order in which they were named first.
  var remembered: [(name: String, state: TreeState)] = []
  /// The aliases, each with its line.
  var aliases: [String: String] = [:]
  /// What `set` chose.
  var settings = PromptSettings()
  /// The files that are being read, the innermost last.
  var sources: [String] = []
  /// Who asks.
  var caller = Caller.person
  /// Whether the prompt should end.
  var isFinished = false

  /// Who asks, and how what is to be asked next is written for it.
  enum Caller: Hashable {
    /// A person, by commands.
    case person
    /// A coding agent, by calls of tools, which name the target if there are several.
    case agent(target: String?)
  }

  /// How many models are kept.
  static let matchLimit = 10_000

  /// The tree that is remembered under a name.
  func remembered(_ name: String) -> TreeState? { remembered.first { $0.name == name }?.state }

  /// Remembers a tree, and returns the one that had the name before.
  @discardableResult
  mutating func remember(_ state: TreeState, as name: String) -> TreeState? {
    guard let index = remembered.firstIndex(where: { $0.name == name }) else {
      remembered.append((name, state))
      return nil
    }
    defer { remembered[index].state = state }
    return remembered[index].state
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

  /// Where the model is in a tree; nil if it left it.
  func position(in state: TreeState) -> Int? {
    tree == state.tree ? state.snapshot.position(ofID: id) : nil
  }
}

/// What `set` chooses for the lines after it.
struct PromptSettings {
  /// A setting by its name.
  enum Name: String, CaseIterable {
    case color, echo, limit, pager, timing

    /// What the setting does, and its values.
    var help: SafeText {
      switch self {
      case .color: "on or off: color on a terminal"
      case .echo: "on or off: show each line of a script after a '+'"
      case .limit: "entries of a list to show, or all; off: each command's own"
      case .pager: "on, off or a command: shows answers longer than a screen"
      case .timing: "on or off: show how long each line took"
      }
    }
  }

  var isColored = true
  var echoes = false
  var limit: Limit?
  /// The command that shows long answers; nil for none.
  var pager: String? = PromptSettings.usersPager
  var showsTime = false

  /// `$PAGER`; nil if it is empty.
  private static var usersPager: String? {
    let pager = Environment["PAGER", default: "less -R"]
    return pager.isEmpty ? nil : pager
  }

  /// A setting's value as it could be set.
  func value(of name: Name) -> String {
    switch name {
    case .color: isColored ? "on" : "off"
    case .echo: echoes ? "on" : "off"
    case .limit: limit?.text ?? "off"
    case .pager: pager ?? "off"
    case .timing: showsTime ? "on" : "off"
    }
  }

  /// Sets a value.
  mutating func set(_ word: String, to value: String) throws(ConsoleError) {
    guard let name = Name(rawValue: word) else {
      let names = Name.allCases.map(\.rawValue)
      throw ConsoleError(
        "'\(word)' isn't a setting; "
          + names.hint(for: word, otherwise: "there are \(names.joined(separator: ", "))"))
    }
    func isOn() throws(ConsoleError) -> Bool {
      if value == "on" { return true }
      guard value == "off" else { throw .misuse(usage: "set \(name.rawValue) on, or off") }
      return false
    }
    switch name {
    case .color: isColored = try isOn()
    case .echo: echoes = try isOn()
    case .timing: showsTime = try isOn()
    case .pager:
      pager = value == "on" ? Self.usersPager ?? "less -R" : value == "off" ? nil : value
    case .limit:
      limit = value == "off" ? nil : Limit(argument: value)
      if limit == nil, value != "off" { throw .misuse(usage: "set limit NUMBER, all, or off") }
    }
  }
}

/// How many entries of a list are shown.
enum Limit: Hashable, ExpressibleByArgument {
  case count(Int)
  case all

  /// Reads a number from 1, or `all`.
  init?(argument: String) {
    if argument == "all" {
      self = .all
    } else if let count = Int(argument), count > 0 {
      self = .count(count)
    } else {
      return nil
    }
  }

  static var defaultCompletionKind: CompletionKind { .list(["all"]) }

  /// The limit as it is written.
  var text: String { self == .all ? "all" : String(number) }

  /// The largest number of entries.
  var number: Int { if case .count(let count) = self { count } else { .max } }
}

extension [String] {
  /// `did you mean 'x'?` for a word that is near to one of these, else other advice.
  func hint(for word: String, otherwise: SafeText) -> SafeText {
    nearest(to: word).map { "did you mean '\($0)'?" } ?? otherwise
  }
}
