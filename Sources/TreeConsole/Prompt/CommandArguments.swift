import ArgumentParser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
    /// The names of an option or a flag, such as `-o`; none for a positional argument.
    var names: [String]
    /// How a value completes; nil for a flag.
    var values: Values?
    /// Whether all words up to the next option are values.
    var takesSeveral: Bool
  }

  /// The options and flags.
  private(set) var options: [Item] = []
  /// The positional arguments, in order.
  private(set) var positionals: [Item] = []

  /// Reads the description of a command. Costs milliseconds.
  init(of command: any ParsableCommand.Type) throws {
    let description = try JSONDecoder().decode(
      ToolDescription.self, from: Data(command._dumpHelp().utf8))
    // The parser describes arguments in the order of declaration.
    var types = command.valueTypes[...]
    for argument in description.command.arguments ?? [] {
      let type = argument.kind == .flag ? nil : types.popFirst() as? any CompletesInView.Type
      let item = Item(
        names: (argument.names ?? []).map(\.text),
        values: argument.kind == .flag ? nil : type.map { .inView($0) } ?? argument.values,
        takesSeveral: argument.takesSeveral)
      if argument.kind == .positional { positionals.append(item) } else { options.append(item) }
    }
  }

  /// The option or flag with a name.
  func option(_ name: some StringProtocol) -> Item? {
    options.first { $0.names.contains { $0 == name } }
  }
}

/// The parser's description of a command, as printed by `--experimental-dump-help`.
private struct ToolDescription: Decodable {
  struct Command: Decodable { var arguments: [Argument]? }

  struct Argument: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }

    struct Name: Decodable {
      var kind: String
      var name: String

      var text: String { (kind == "long" ? "--" : "-") + name }
    }

    struct Completion: Decodable {
      struct List: Decodable { var values: [String] }
      struct Files: Decodable { var extensions: [String] }

      var list: List?
      var file: Files?
    }

    var kind: Kind
    var names: [Name]?
    var isRepeating: Bool
    var parsingStrategy: String
    var completionKind: Completion?

    var takesSeveral: Bool {
      kind == .positional ? isRepeating : parsingStrategy == "upToNextOption"
    }

    var values: CommandArguments.Values {
      if let list = completionKind?.list { return .words(list.values) }
      if let file = completionKind?.file { return .files(endings: file.extensions) }
      return .any
    }
  }

  var command: Command
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

/// A property of a command that contains other properties.
private protocol GroupProperty {
  static var groupType: any ParsableArguments.Type { get }
  var group: any ParsableArguments { get }
}

extension OptionGroup: GroupProperty {
  fileprivate static var groupType: any ParsableArguments.Type { Value.self }
  fileprivate var group: any ParsableArguments { wrappedValue }
}

extension ParsableArguments {
  /// The types of the values of options and positional arguments, in the order of declaration.
  fileprivate static var valueTypes: [any Any.Type] {
    Mirror(reflecting: Self()).children.flatMap { child -> [any Any.Type] in
      switch child.value {
      case let property as any ValueProperty: [type(of: property).valueType]
      case let group as any GroupProperty: type(of: group).groupType.valueTypes
      default: []
      }
    }
  }
}

extension ParsableArguments {
  /// The files and other targets in all arguments of a parsed command.
  var fileNames: [String] {
    Mirror(reflecting: self).children.flatMap { child -> [String] in
      switch child.value {
      case let property as any ValueProperty:
        (property.value as? any NamesFiles)?.fileNames ?? []
      case let group as any GroupProperty: group.group.fileNames
      default: []
      }
    }
  }
}
