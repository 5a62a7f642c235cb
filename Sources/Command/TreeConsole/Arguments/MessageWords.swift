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
  /// The message, given as two words or one quoted word; nil for none.
  ///
  /// - Throws: `MessageReferenceError` if the words aren't a kind and a name.
  func reference() throws(MessageReferenceError) -> MessageReference? {
    isEmpty ? nil : try MessageReference(map(\.rawValue).joined(separator: " "))
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
    let reference = try MessageReference(kind: kind.rawValue, name: message.rawValue)
    let resolved = try state.snapshot.resolve(reference, noting: view.output)
    return (resolved, try view.raiser(raiser, in: state))
  }
}

extension Snapshot {
  /// Resolves a message. Notes one that the tree doesn't know.
  func resolve(
    _ reference: MessageReference, noting output: ConsoleOutput
  ) throws -> ResolvedMessage {
    let resolved = try resolve(reference)
    if !resolved.isKnown {
      let suggestion = MessageNames(self).suggestion(for: reference)
      let hint: SafeText = suggestion.map { "; did you mean '\($0)'?" } ?? ""
      output.note(
        "note: nothing in this tree declares, raises or handles \(resolved.message)\(hint)")
    }
    return resolved
  }
}

extension View {
  /// The position of a message's raiser: the selector's match, or a prompt's current model.
  mutating func raiser(_ selector: ModelSelector?, in state: TreeState) throws -> Int {
    if let selector { return try selector.node(in: state.snapshot, noting: output) }
    if !isShell { return currentNode(in: state) }
    throw ConsoleError("say which model raises it: --from SELECTOR")
  }
}

/// The JSON of a value that a message carries. It completes by the keys that the vocabulary has.
struct PayloadText: TargetValue {
  var rawValue: String

  /// - Parameter words: The kind and the name of the message.
  static func candidates(for word: String, after words: [String], in view: View) -> [String] {
    guard words.count >= 2, let snapshot = view.snapshot,
      let reference = try? MessageReference(kind: words[0], name: words[1]),
      let message = try? snapshot.resolve(reference).message,
      let payload = snapshot.payloads[message]
    else { return [] }
    return JSONStart(word).continuations(PayloadShape(keys: payload.keys))
  }

  static func isWhole(_ candidate: String) -> Bool { JSONStart(candidate).isWhole }
}

/// The beginning of JSON, as far as someone has typed it.
private struct JSONStart {
  /// What the innermost open object or array waits for.
  private enum Wait {
    case key, colon, value, comma
  }

  /// An object or an array that is open.
  private struct Level {
    var isArray: Bool
    var wait: Wait
    /// The keys so far; the last one is that of the value that comes.
    var keys: [String] = []
  }

  private let text: String
  private var levels: [Level] = []
  /// The start of a key that is not closed.
  private var openKey: String.Index?
  /// Whether the end is within a value that no key continues.
  private var isInValue = false
  /// Whether the outermost value is closed.
  private(set) var isWhole = false

  init(_ text: String) {
    self.text = text
    // A string, which may be open, a sign, or a number or word.
    let parts = /"((?:[^"\\]|\\.)*)("?)|[{}\[\]:,]|[^\s{}\[\]:,"]+/
    for part in text.matches(of: parts.matchingSemantics(.unicodeScalar)) {
      switch part.output.0 {
      case "{": open(isArray: false)
      case "[": open(isArray: true)
      case "}", "]": close()
      case ":": setWait(.value)
      case ",": setWait(levels.last?.isArray == true ? .value : .key)
      default:
        let isKey = levels.last?.wait == .key
        let isOpen = part.output.2?.isEmpty == true
        if levels.isEmpty || isOpen {
          if isKey { openKey = part.range.lowerBound } else { isInValue = true }
          return
        }
        guard let string = part.output.1 else {
          // A number or a word may continue.
          setWait(.comma)
          isInValue = part.range.upperBound == text.endIndex
          continue
        }
        if isKey { levels[levels.count - 1].keys.append(String(string)) }
        setWait(isKey ? .colon : .comma)
      }
    }
  }

  private mutating func open(isArray: Bool) {
    levels.append(Level(isArray: isArray, wait: isArray ? .value : .key))
  }

  private mutating func close() {
    if levels.popLast() != nil { setWait(.comma) }
    isWhole = levels.isEmpty
  }

  private mutating func setWait(_ wait: Wait) {
    if !levels.isEmpty { levels[levels.count - 1].wait = wait }
  }

  /// The text with what may come next.
  func continuations(_ shape: PayloadShape) -> [String] {
    guard !isWhole, !isInValue, let here = self.shape(of: shape) else { return [] }
    guard let level = levels.last else { return Self.openings(of: here).map { text + $0 } }
    switch level.wait {
    case .key:
      let start = openKey.map { String(text[..<$0]) } ?? text
      let space = start.hasSuffix(",") ? " " : ""
      return unused(here, level).map { start + space + Self.start(of: $0) }
    case .colon: return []
    case .value:
      let value =
        level.isArray ? here.element : here.members.first { $0.key == level.keys.last }?.shape
      let space = text.hasSuffix(":") ? " " : ""
      return value.map { Self.openings(of: $0).map { text + space + $0 } } ?? []
    case .comma:
      if level.isArray { return [text + "]"] }
      return unused(here, level).map { text + ", " + Self.start(of: $0) } + [text + "}"]
    }
  }

  /// The shape of the innermost open value; nil if the keys say nothing of it.
  private func shape(of outermost: PayloadShape) -> PayloadShape? {
    var shape: PayloadShape? = outermost
    for level in levels.dropLast() {
      shape =
        level.isArray
        ? shape?.element : shape?.members.first { $0.key == level.keys.last }?.shape
    }
    return shape
  }

  private func unused(_ shape: PayloadShape, _ level: Level) -> [PayloadShape.Member] {
    shape.members.filter { !level.keys.contains($0.key) }
  }

  /// How a value may begin.
  private static func openings(of shape: PayloadShape) -> [String] {
    if let element = shape.element {
      let inside = openings(of: element)
      return inside.isEmpty ? ["["] : inside.map { "[" + $0 }
    }
    return shape.members.map { "{" + start(of: $0) }
  }

  /// A key, and the beginning of its value where there is only one.
  private static func start(of member: PayloadShape.Member) -> String {
    let key = "\(JSONText.string(member.key).string): "
    return key + (member.shape.element != nil ? "[" : member.shape.members.isEmpty ? "" : "{")
  }
}
