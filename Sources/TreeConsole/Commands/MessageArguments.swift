import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// A message and the model that raises it.
struct MessageArguments: ParsableArguments {
  @Argument(help: "The kind of the message.")
  var kind: Message.Kind

  @Argument(help: "Domain.code, Domain.label, or a code or label that only one message has.")
  var message: MessageName

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp(
      "The model that raises it; left out at a prompt, the current one.", valueName: "selector"))
  var raiser: ModelSelector?

  /// Finds the message and the raiser. A message that the tree does not know is noted.
  func resolve(in state: TreeState, _ context: CommandContext) throws -> (ResolvedMessage, Int) {
    let reference = try MessageReference(kind: kind.rawValue, name: message.rawValue)
    let resolved = try state.snapshot.resolve(reference, noting: context.output)
    return (resolved, try context.raiser(raiser, in: state))
  }
}

extension Snapshot {
  /// Finds the message that a reference names, and notes one that the tree does not know.
  func resolve(_ reference: MessageReference, noting output: ConsoleOutput) throws
    -> ResolvedMessage
  {
    let resolved = try resolve(reference)
    if !resolved.isKnown {
      let names = knownMessages(reference.kind, limit: NearNames.limit).map(\.message.name)
      let hint: SafeText =
        names.nearest(to: reference.name).map { "; did you mean '\($0)'?" } ?? ""
      output.note(
        "note: nothing in this tree declares, raises or handles \(resolved.message)\(hint)")
    }
    return resolved
  }
}

extension CommandContext {
  /// The position of the model that raises a message: the selector's, or the current one of a
  /// prompt.
  func raiser(_ selector: ModelSelector?, in state: TreeState) throws -> Int {
    if let selector { return try selector.node(in: state.snapshot, noting: output) }
    if isRepl { return currentNode(in: state) }
    throw ConsoleError.missing(.raiser)
  }
}
