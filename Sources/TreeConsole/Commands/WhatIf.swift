import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Changes a copy of a dump, on which every other command then works.
struct WhatIf: InspectorCommand {
  static let commandName = "what-if"
  static let abstract =
    "Try changes on a copy of the dump; every other command then answers for the copy."
  static let explanation: String? = """
    what-if remove SELECTOR
    what-if move SELECTOR under SELECTOR
    what-if register KIND NAME at SELECTOR      NAME is Domain.code, or Domain.* for all
    what-if unregister KIND NAME at SELECTOR
    what-if show                                what is different from the dump
    what-if undo                                take back the last change
    what-if reset                               take back all
    """
  static let examples = [
    "register error NetworkErrors.101 at ExamCreationFlow", "remove SideMenuModel", "show",
  ]

  @Argument(help: "remove, move, register, unregister, show, undo or reset.")
  var deed: String

  @Argument(help: "What it is done to.")
  var selector: [String] = []

  @OptionGroup var output: OutputOptions

  private static let deeds = [
    "remove", "move", "register", "unregister", "show", "undo", "reset",
  ]

  func run(in context: CommandContext) throws {
    guard let dump = context.target as? DumpTarget else {
      throw ConsoleError(
        "what-if works on a dump: write one of this tree with 'print --json', and open it with "
          + "'modeltree repl'")
    }
    switch (deed, selector.count) {
    case ("show", 0): show(dump, context)
    case ("undo", 0):
      guard let undone = dump.undo() else { throw ConsoleError("nothing is supposed yet") }
      tell("taken back: \(undone)", dump, context)
    case ("reset", 0):
      let count = dump.changes.count
      dump.reset()
      tell("taken back: \(counted(count, "change"))", dump, context)
    default:
      let snapshot = dump.state().snapshot
      let change = try TreeChange(deed, selector, in: snapshot)
      dump.suppose(try change.made(to: snapshot), "\(deed) \(selector.joined(separator: " "))")
      tell("supposed: \(deed) \(selector.joined(separator: " "))", dump, context)
    }
  }

  private func tell(_ text: String, _ dump: DumpTarget, _ context: CommandContext) {
    if output.json {
      context.output.write("{\"changes\": \(dump.changes.count)}\n")
    } else {
      context.output.write(SafeText.escape(text) + "\n")
    }
  }

  private func show(_ dump: DumpTarget, _ context: CommandContext) {
    if dump.changes.isEmpty, !output.json {
      return context.output.write("nothing is supposed yet\n")
    }
    let changes = TreeChanges(from: dump.original, to: dump.state())
    if output.json { return context.output.write(changes.json + "\n") }
    var text = StyledText(isColored: output.isColored(context))
    for (number, change) in dump.changes.enumerated() {
      text.line("\(number + 1)  \(SafeText.escape(change))")
    }
    context.output.write(text.text + changes.text(isColored: text.isColored))
  }

  /// One change of a tree, in the words in which it was typed.
  private enum TreeChange {
    case remove(Int)
    case move(Int, under: Int)
    case register(Subscription, Int)
    case unregister(Subscription, Int)

    init(_ deed: String, _ words: [String], in snapshot: Snapshot) throws {
      func node(_ selector: String) throws -> Int { try Selector(selector).node(in: snapshot) }
      switch (deed, words.count) {
      case ("remove", 1): self = .remove(try node(words[0]))
      case ("move", 3) where words[1] == "under":
        self = .move(try node(words[0]), under: try node(words[2]))
      case ("register", 4) where words[2] == "at":
        self = .register(
          try Self.subscription(words[0], words[1], in: snapshot), try node(words[3]))
      case ("unregister", 4) where words[2] == "at":
        self = .unregister(
          try Self.subscription(words[0], words[1], in: snapshot), try node(words[3]))
      default: throw Self.misuse(of: deed)
      }
    }

    private static func misuse(of deed: String) -> ConsoleError {
      let usage =
        switch deed {
        case "remove": "what-if remove SELECTOR"
        case "move": "what-if move SELECTOR under SELECTOR"
        case "register", "unregister": "what-if \(deed) KIND NAME at SELECTOR"
        case "show", "undo", "reset": "what-if \(deed), and nothing behind it"
        default:
          nearest(to: deed, among: deeds).map { "did you mean 'what-if \($0)'?" }
            ?? "what-if \(deeds.joined(separator: ", "))"
        }
      return ConsoleError(
        deeds.contains(deed)
          ? "write it as: \(usage)" : SafeText.escape("'\(deed)' is no what-if word; \(usage)"))
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

    /// The registration, unless the model has it already.
    private static func new(
      _ subscription: Subscription, at node: Int, _ snapshot: Snapshot
    ) throws -> Subscription {
      let own = snapshot[node].subscriptions.first {
        ($0.kind, $0.domain, $0.code)
          == (subscription.kind, subscription.domain, subscription.code)
      }
      guard let own else { return subscription }
      let source = own.source.map { " at \($0)" } ?? ""
      throw ConsoleError(
        SafeText.escape("\(snapshot[node].type) is registered for it already\(source)"))
    }

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
