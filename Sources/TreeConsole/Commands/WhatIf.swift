import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Changes a copy of a tree, for which every other command then answers.
struct WhatIf: AnsweringCommand {
  static let commandName = "what-if"
  static let abstract =
    "Try changes on a copy of the tree; every other command then answers for the copy."
  static let explanation: String? = """
    what-if remove SELECTOR
    what-if move SELECTOR under SELECTOR
    what-if register KIND NAME at SELECTOR      NAME is Domain.code, or Domain.* for all
    what-if unregister KIND NAME at SELECTOR
    what-if show                                what is different from the tree itself
    what-if undo                                take back the last change
    what-if reset                               take back all, and return to the tree itself

    The copy is taken at the first change. A live tree goes on beside it; on the copy no handler \
    runs and no action is performed.
    """
  static let examples = [
    "register error NetworkErrors.101 at ExamCreationFlow", "remove SideMenuModel", "show",
  ]

  private static let verbs = [
    "remove", "move", "register", "unregister", "show", "undo", "reset",
  ]

  @Argument(
    help: "remove, move, register, unregister, show, undo or reset.", completion: .list(verbs))
  var verb: String

  @Argument(help: ArgumentHelp("What to change.", valueName: "selector"))
  var words: [ChangeWord] = []

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let target = context.target
    let arguments = words.map(\.rawValue)
    switch (verb, arguments.count) {
    case ("show", 0): try show(context)
    case ("undo", 0):
      guard let undone = try target.undo() else { throw ConsoleError.nothingToUndo }
      answer("undone: \(undone)", context)
    case ("reset", 0):
      let count = target.changes.count
      target.reset()
      answer("undone: \(counted(count, "change"))", context)
    default:
      let words = ([verb] + arguments).joined(separator: " ")
      let isFirst = !target.isCopy
      try target.change(words) { snapshot in
        try TreeChange(verb, arguments, in: snapshot, noting: context.output).made
      }
      answer("in the copy: \(words)", context)
      if isFirst, target.kind == .copy {
        context.output.note(
          "note: answers are for a copy now; \(Capability.handlers.remedy(.copy))")
      }
    }
  }

  private func answer(_ text: SafeText, _ context: CommandContext) {
    output.answer(to: context.output) {
      .object { $0.write("changes", context.target.changes.count) }
    } text: {
      $0.line(text)
    }
  }

  private func show(_ context: CommandContext) throws {
    let target = context.target
    let changes = TreeChanges(from: try target.before(), to: try target.state())
    output.answer(to: context.output) {
      changes.json
    } text: { text in
      if !target.isCopy { return text.line("nothing is changed yet") }
      for (number, change) in target.changes.enumerated() {
        text.line("\(number + 1)  \(change)")
      }
      changes.write(to: &text)
    }
  }

  /// One change of a tree.
  private enum TreeChange {
    case remove(Int)
    case move(Int, under: Int)
    case register(Subscription, Int)
    case unregister(Subscription, Int)

    /// Reads a change from the words in which it is typed.
    init(
      _ verb: String, _ words: [String], in snapshot: Snapshot, noting output: ConsoleOutput
    ) throws {
      func node(_ selector: String) throws -> Int {
        try ModelSelector(rawValue: selector).node(in: snapshot, noting: output)
      }
      switch (verb, words.count) {
      case ("remove", 1): self = .remove(try node(words[0]))
      case ("move", 3) where words[1] == "under":
        self = .move(try node(words[0]), under: try node(words[2]))
      case ("register", 4) where words[2] == "at":
        self = .register(
          try Self.subscription(words[0], words[1], in: snapshot), try node(words[3]))
      case ("unregister", 4) where words[2] == "at":
        self = .unregister(
          try Self.subscription(words[0], words[1], in: snapshot), try node(words[3]))
      default: throw Self.misuse(of: verb)
      }
    }

    private static func misuse(of verb: String) -> ConsoleError {
      switch verb {
      case "remove": .misuse(usage: "what-if remove SELECTOR")
      case "move": .misuse(usage: "what-if move SELECTOR under SELECTOR")
      case "register", "unregister": .misuse(usage: "what-if \(verb) KIND NAME at SELECTOR")
      case "show", "undo", "reset": .misuse(usage: "what-if \(verb), and nothing behind it")
      default: .unknown(.change(verbs), verb, nearest: verbs.nearest(to: verb))
      }
    }

    private static func subscription(
      _ kind: String, _ name: String, in snapshot: Snapshot
    ) throws -> Subscription {
      if name.hasSuffix(".*") {
        let reference = try MessageReference(kind: kind, name: String(name.dropLast(2)))
        return Subscription(
          kind: reference.kind, domain: reference.name, code: nil, source: "what-if")
      }
      let resolved = try snapshot.resolve(MessageReference(kind: kind, name: name))
      return Subscription(
        kind: resolved.message.kind, domain: resolved.message.domain, code: resolved.message.code,
        label: resolved.label, source: "what-if")
    }

    /// Returns the subscription, unless the model has it already.
    private static func new(
      _ subscription: Subscription, at node: Int, _ snapshot: Snapshot
    ) throws -> Subscription {
      let own = snapshot[node].subscriptions.first {
        ($0.kind, $0.domain, $0.code)
          == (subscription.kind, subscription.domain, subscription.code)
      }
      guard let own else { return subscription }
      throw ConsoleError.alreadyRegistered(model: snapshot[node].type, source: own.source)
    }

    /// Returns the tree with the change.
    func made(to snapshot: Snapshot) throws -> Snapshot {
      switch self {
      case .remove(let node): try snapshot.removing(node)
      case .move(let node, let parent): try snapshot.moving(node, under: parent)
      case .register(let subscription, let node):
        try snapshot.registering(Self.new(subscription, at: node, snapshot), at: node)
      case .unregister(let subscription, let node):
        try snapshot.unregistering(subscription, at: node)
      }
    }
  }
}
