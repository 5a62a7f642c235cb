import ArgumentParser
import LineEditing
import TextIO

/// Finds completions at the cursor of a prompt's line.
struct Completer {
  let view: View

  /// Completes a line, given its part before the cursor.
  func complete(_ line: String) -> Completion {
    let words = ShellWords.splitForCompletion(line)
    guard let word = words.last else { return .none }
    let slot = slot(for: word.text, after: words.dropLast().map(\.text))
    let typed = String(word.text.dropFirst(slot.start.count))
    var seen: Set<String> = []
    let fitting = candidates(slot.values, for: typed, after: slot.words)
      .filter { $0.hasPrefix(typed) && seen.insert($0).inserted }
    // An unquoted `~/` means the home folder, and stays outside of quotes.
    let home = slot.start.isEmpty && line.utf8.dropFirst(word.start).starts(with: "~/".utf8)
    return Completion(
      replacing: word.start..<line.utf8.count,
      candidates: fitting.map { text in
        let text = "\(slot.start)\(text)"
        let quoted =
          home && text.hasPrefix("~/")
          ? "~/" + (text == "~/" ? "" : ShellWords.quote(String(text.dropFirst(2))))
          : text.hasPrefix("$") ? text : ShellWords.quote(text)
        return Completion.Candidate(text: quoted, display: SafeText(text))
      },
      suffix: suffix(behind: fitting, slot.values))
  }

  /// The text after a completed word: nothing if it may continue, such as a folder, a model's path,
  /// an option's `=`, or a new file's name.
  private func suffix(behind texts: [String], _ values: CommandArguments.Values) -> String {
    if case .files(endings: []) = values { return "" }
    return texts.allSatisfy { $0.hasSuffix("/") || $0.hasSuffix("=") } ? "" : " "
  }

  /// A place in a line: how a word there completes, and the values before it.
  private typealias Slot = (values: CommandArguments.Values, start: Substring, words: [String])

  private func slot(for word: String, after words: [String]) -> Slot {
    if words.isEmpty || words == ["help"] {
      let names = PromptCommands.names + (words.isEmpty ? Array(view.prompt.aliases.keys) : [])
      return (.words(names.sorted()), "", [])
    }
    guard let name = words.first, let command = PromptCommands.command(named: name),
      let arguments = try? CommandArguments(of: command)
    else { return (.any, "", []) }

    let (option, values, positionals) = place(behind: words.dropFirst(), arguments)
    if word.hasPrefix("--"), let sign = word.firstIndex(of: "=") {
      return (arguments.option(word[..<sign])?.values ?? .any, word[...sign], positionals)
    }
    if word.hasPrefix("-") {
      let unused = arguments.options.flatMap(\.names).filter { !words.contains($0) }
      return (.words(unused.filter { $0.hasPrefix("--") }), "", [])
    }
    if let option {
      return (option.values ?? .any, "", option.takesSeveral ? values : positionals)
    }
    let isBehindLast = positionals.count >= arguments.positionals.count
    guard let last = arguments.positionals.last, last.takesSeveral || !isBehindLast else {
      return (.any, "", [])
    }
    let argument = isBehindLast ? last : arguments.positionals[positionals.count]
    return (argument.values ?? .any, "", positionals)
  }

  /// The option that expects a value after some words, with its earlier values, and the positional
  /// arguments among the words.
  private func place(
    behind words: ArraySlice<String>, _ arguments: CommandArguments
  ) -> (option: CommandArguments.Item?, values: [String], positionals: [String]) {
    var option: CommandArguments.Item?
    var values: [String] = []
    var positionals: [String] = []
    for word in words {
      if word.hasPrefix("-") {
        option = arguments.option(word).flatMap { $0.values == nil ? nil : $0 }
        values = []
      } else if let open = option {
        values.append(word)
        if !open.takesSeveral { option = nil }
      } else {
        positionals.append(word)
      }
    }
    return (option, values, positionals)
  }

  private func candidates(
    _ values: CommandArguments.Values, for word: String, after words: [String]
  ) -> [String] {
    switch values {
    case .any: []
    case .words(let words): words
    case .files(let endings):
      FileNames.beginning(with: word).filter { file in
        endings.isEmpty || file.hasSuffix("/") || endings.contains { file.hasSuffix(".\($0)") }
      }
    case .inView(let type): type.candidates(for: word, after: words, in: view)
    }
  }
}

/// The arguments of a command: the argument parser's description, with the types of the values for
/// completion.
struct CommandArguments {
  /// How the values of an argument complete.
  enum Values {
    /// Not at all.
    case any
    /// To one of these words.
    case words([String])
    /// To a file with one of these extensions, or to any file if there are none.
    case files(endings: [String])
    /// From a view.
    case inView(any CompletesInView.Type)
  }

  /// An option, a flag or a positional argument.
  struct Item {
    /// The names of an option or a flag, such as `-o`, or that of a positional argument.
    var names: [String]
    var help: String
    /// How a value completes; nil for a flag.
    var values: Values?
    /// Whether all words up to the next option are values.
    var takesSeveral: Bool
    /// Whether a value is a whole number.
    var isNumber: Bool
  }

  /// The options and flags.
  private(set) var options: [Item] = []
  /// The positional arguments, in order.
  private(set) var positionals: [Item] = []

  /// Reads the description of a command. Costs milliseconds.
  init(of command: any ParsableCommand.Type) throws {
    let description = try JSONValue(utf8: Array(command.flat._dumpHelp().utf8))
    // The parser describes arguments in the order of declaration.
    var types = command.flattened
      .compactMap { ($0.value as? any ValueProperty).map { type(of: $0).valueType } }[...]
    for argument in (description["command"] ?? .null).elements("arguments") {
      let isFlag = argument["kind"] == .string("flag")
      let isPositional = argument["kind"] == .string("positional")
      let type = isFlag ? nil : types.popFirst()
      let inView = (type as? any CompletesInView.Type).map { Values.inView($0) }
      let item = Item(
        names: isPositional
          ? [argument.text("valueName")]
          : argument.elements("names").map { name in
            (name["kind"] == .string("long") ? "--" : "-") + name.text("name")
          },
        help: argument.text("abstract"),
        values: isFlag ? nil : inView ?? Values(argument["completionKind"]),
        takesSeveral: isPositional
          ? argument["isRepeating"] == .boolean(true)
          : argument["parsingStrategy"] == .string("upToNextOption"),
        isNumber: type == Int?.self)
      if isPositional { positionals.append(item) } else { options.append(item) }
    }
  }

  /// The option or flag with a name.
  func option(_ name: some StringProtocol) -> Item? {
    options.first { $0.names.contains { $0 == name } }
  }
}

extension CommandArguments.Values {
  /// Reads the parser's description, as printed by `--experimental-dump-help`.
  fileprivate init(_ completion: JSONValue?) {
    if let list = completion?["list"] {
      self = .words((try? list.read("values")) ?? [])
    } else if let file = completion?["file"] {
      self = .files(endings: (try? file.read("extensions")) ?? [])
    } else {
      self = .any
    }
  }
}

extension JSONValue {
  /// The elements of a member; empty if it isn't an array.
  fileprivate func elements(_ key: String) -> [JSONValue] {
    if case .array(let elements)? = self[key] { elements } else { [] }
  }

  /// The text of a member; empty if it isn't one.
  fileprivate func text(_ key: String) -> String { (try? read(key)) ?? "" }
}

/// A property of a command with values.
private protocol ValueProperty {
  static var valueType: any Any.Type { get }
  var value: Any { get }
}

extension Argument: ValueProperty {
  fileprivate static var valueType: any Any.Type { Value.self }
  fileprivate var value: Any { wrappedValue }
}

extension Option: ValueProperty {
  fileprivate static var valueType: any Any.Type { Value.self }
  fileprivate var value: Any { wrappedValue }
}

extension ParsableArguments {
  /// The files and other targets in all arguments of a parsed command.
  var fileNames: [String] {
    Mirror(reflecting: self).children.flatMap { child -> [String] in
      switch child.value {
      case let property as any ValueProperty:
        (property.value as? any NamesFiles)?.fileNames ?? []
      case let group as any ArgumentGroup: group.parsed.fileNames
      default: []
      }
    }
  }
}
