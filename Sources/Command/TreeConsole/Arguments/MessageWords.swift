public import ArgumentParser
import TextIO
import TreeAnalysis
public import TreeSnapshot

extension Message.Kind: ExpressibleByArgument {}

/// A message's name, which follows its kind.
struct MessageName: TargetValue {
  var rawValue: String

  static func candidates(for word: String, after words: [String], in view: View) -> [String] {
    guard let kind = words.first.flatMap(Message.Kind.init), words.count == 1,
      let messages = view.snapshot.map(MessageNames.init)
    else { return [] }
    let declared = messages.all(kind).map(\.message)
    let labels = declared.map { messages.names(of: $0).dropFirst() }
    let labeled = zip(declared, labels).flatMap { message, labels in
      labels.map { "\(message.domain).\($0)" }
    }
    // Bare names are offered only for a prefix that no full name has.
    let full = messages.names(kind) + labeled
    if full.contains(where: { $0.hasPrefix(word) }) { return full }
    return zip(declared, labels).flatMap { [$0.code] + $1 }
  }
}

/// A word of an option for a message: its kind, then its name.
struct MessageWord: TargetValue {
  var rawValue: String

  static func candidates(for word: String, after words: [String], in view: View) -> [String] {
    if words.isEmpty { return Message.Kind.allValueStrings }
    return MessageName.candidates(for: word, after: words, in: view)
  }
}

extension [MessageWord] {
  /// The message, given as a kind and a name in two words or one, or as a name that messages of only one
  /// kind have; nil for none.
  ///
  /// - Throws: An error with the message's name and what to write.
  func reference(in snapshot: Snapshot) throws -> MessageReference? {
    if isEmpty { return nil }
    let words = map { MessageCodes.unmarked($0.rawValue) }
    if words.count == 2 { return try MessageReference(kind: words[0], name: words[1]) }
    guard words.count == 1, let name = words.first, !name.contains(" ") else {
      return try MessageReference(words.joined(separator: " "))
    }
    let names = MessageNames(snapshot)
    let references = Message.Kind.allCases.map { kind in
      MessageReference(kind: kind, name: name)
    }.filter { (try? names.resolve($0))?.isKnown == true }
    if let only = references.first, references.count == 1 { return only }
    // A kind alone has an error of its own.
    if references.isEmpty, Message.Kind(rawValue: name) != nil { return try MessageReference(name) }
    let kinds = references.map { "\($0.kind.rawValue) \(name)" }
    throw ConsoleError(
      references.isEmpty
        ? "no message of this tree is called '\(name)'; give its kind and its name"
        : "several messages are called '\(name)'; name one: \(kinds.joined(separator: ", "))")
  }
}

/// Messages in a command's arguments, before they are parsed: what begins with `-` would be an option.
enum MessageCodes {
  /// The commands that take a message as words.
  private static let commands: Set = [
    "trace", "raise", "routes", "render", "journal", "history", "what-if",
  ]

  /// A command's arguments, with a backslash before a message's name that begins with `-`, as Apple's codes
  /// do.
  static func marked(_ arguments: [String], of command: String) -> [String] {
    guard commands.contains(command) else { return arguments }
    var marked = arguments
    for (place, kind) in arguments.indices.dropLast().map({ ($0 + 1, arguments[$0]) }) {
      let name = arguments[place]
      guard Message.Kind(rawValue: kind) != nil, name.count > 2 || name.last?.isNumber == true,
        name.hasPrefix("-"), !name.hasPrefix("--")
      else { continue }
      marked[place] = "\\" + name
    }
    // Of a journal's records, a message is one word, with its kind or without.
    let hasOneWord = command == "journal" || command == "history"
    if hasOneWord, let option = marked.firstIndex(of: "--message"), option + 2 < marked.count,
      Message.Kind(rawValue: marked[option + 1]) != nil, !marked[option + 2].hasPrefix("-")
    {
      marked[option + 1] += " " + unmarked(marked.remove(at: option + 2))
    }
    return marked
  }

  /// The name of a marked one.
  static func unmarked(_ name: String) -> String {
    name.hasPrefix("\\-") ? String(name.dropFirst()) : name
  }
}

/// A message and its raiser.
struct MessageArguments: ParsableArguments {
  @Argument(help: "The kind of the message.")
  var kind: Message.Kind

  @Argument(help: "Domain.code, Domain.label, or an unambiguous code or label.")
  var message: MessageName

  @Option(
    name: .customLong("from"),
    help: .value("selector", "The model that raises it; at a prompt the current one by default."))
  var raiser: ModelSelector?

  /// Resolves the message and the raiser. Notes a message that the tree doesn't declare.
  func resolve(in state: TreeState, _ view: inout View) throws -> (ResolvedMessage, Int) {
    let name = MessageCodes.unmarked(message.rawValue)
    let reference = try MessageReference(kind: kind.rawValue, name: name)
    let resolved = try state.snapshot.resolve(reference, noting: view.output)
    return (resolved, try view.raiser(raiser, in: state))
  }
}

extension Snapshot {
  /// Resolves a message. Notes one that the tree doesn't know.
  func resolve(
    _ reference: MessageReference, noting output: ConsoleOutput
  ) throws -> ResolvedMessage {
    let names = MessageNames(self)
    let resolved = try names.resolve(reference)
    let others = names.others(called: reference.name, than: resolved.message)
    if !others.isEmpty {
      output.note(
        "note: this is '\(resolved.message.code)' of \(resolved.message.domain); there is also "
          + SafeText(others.map { "\($0.kind.rawValue) '\($0.reference)'" }.joined(separator: ", "))
      )
    }
    if !resolved.isKnown {
      let suggestion = names.suggestion(for: reference)
      let hint: SafeText = suggestion.map { "; did you mean '\($0)'?" } ?? ""
      output.note(
        "note: nothing in this tree declares, raises or handles \(resolved.message)\(hint)")
    }
    return resolved
  }
}

extension View {
  /// The position of a model: the selector's match, or a prompt's current model.
  ///
  /// - Parameter usage: What to write if neither says it.
  mutating func model(
    _ selector: ModelSelector?, in state: TreeState, orSay usage: SafeText
  ) throws -> Int {
    if let selector { return try selector.node(in: state.snapshot) }
    if !isShell { return currentNode(in: state) }
    throw ConsoleError(usage)
  }

  /// The position of a message's raiser.
  mutating func raiser(_ selector: ModelSelector?, in state: TreeState) throws -> Int {
    try model(selector, in: state, orSay: "say which model raises it: --from SELECTOR")
  }
}
