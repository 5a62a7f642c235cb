import ArgumentParser

// In debug builds the parser checks each set of arguments a few times whenever it needs it, and an option
// group is a set inside each of these checks. A command that takes the arguments of its groups as its own
// starts in half the time.

/// A command as the parser sees it: the arguments of its groups are its own.
protocol FlatCommand: ParsableCommand {
  associatedtype Command: ParsableCommand
  var command: Command { get }
}

extension ParsableCommand {
  /// The command to parse in place of this one.
  static var flat: any FlatCommand.Type { Flat<Self>.self }
}

private struct Flat<Command: ParsableCommand>: FlatCommand, CustomReflectable {
  static var configuration: CommandConfiguration { Command.configuration }

  var command = Command()

  init() {}

  init(from decoder: any Decoder) throws {
    // The parser's check wants to know that there is a key for each.
    _ = try decoder.container(keyedBy: ArgumentName.self)
    command = try Command(from: FlatDecoder(base: decoder))
  }

  /// What the parser takes the arguments from.
  var customMirror: Mirror { Mirror(self, children: Command.flattened) }

  mutating func validate() throws { try command.validate() }

  mutating func run() throws { try command.run() }
}

extension ParsableArguments {
  /// The arguments, with those of option groups in the groups' places.
  static var flattened: [Mirror.Child] {
    Mirror(reflecting: Self()).children.flatMap { child in
      (child.value as? any ArgumentGroup).map { type(of: $0).arguments.flattened } ?? [child]
    }
  }
}

/// The name of any argument.
private struct ArgumentName: CodingKey {
  let stringValue: String
  let intValue: Int? = nil

  init(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { nil }
}

/// An option group of any type.
protocol ArgumentGroup {
  static var arguments: any ParsableArguments.Type { get }
  var parsed: any ParsableArguments { get }
}

extension OptionGroup: ArgumentGroup {
  static var arguments: any ParsableArguments.Type { Value.self }
  var parsed: any ParsableArguments { wrappedValue }
}

/// Decodes option groups from where the command's own arguments are.
private struct FlatDecoder: Decoder {
  let base: any Decoder

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Container(decoder: self, base: try base.container(keyedBy: type)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try base.unkeyedContainer() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try base.singleValueContainer()
  }

  private struct Container<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: FlatDecoder
    let base: KeyedDecodingContainer<Key>

    var codingPath: [any CodingKey] { base.codingPath }
    var allKeys: [Key] { base.allKeys }

    func contains(_ key: Key) -> Bool { base.contains(key) }
    func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      type is any ArgumentGroup.Type
        ? try Value(from: decoder) : try base.decode(type, forKey: key)
    }

    func nestedContainer<Nested>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      try base.nestedContainer(keyedBy: type, forKey: key)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try base.nestedUnkeyedContainer(forKey: key)
    }
    func superDecoder() throws -> any Decoder { try base.superDecoder() }
    func superDecoder(forKey key: Key) throws -> any Decoder { try base.superDecoder(forKey: key) }
  }
}
