/// The name of a type in trees and messages: `Nav.Open` in the module `Catalog`.
///
/// It carries the names of the enclosing types, also within the arguments of a generic type:
/// `Page<Shop.Row>`. For a type in a function and for a private type, the enclosing context has no name.
package struct TypeName {
  /// The module.
  package let module: String
  /// The name without the module: `Nav.Open`.
  package let text: String

  /// Costs computing the name.
  package init(_ type: Any.Type) { self.init(fullName: String(reflecting: type)) }

  /// Reads a name with its modules, such as `Catalog.Nav.Open`.
  init(fullName name: String) {
    if name.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || Self.isPlain($0) }) {
      let dot = name.utf8.firstIndex(of: UInt8(ascii: "."))
      module = dot.map { String(name[..<$0]) } ?? ""
      text = dot.map { String(name[name.utf8.index(after: $0)...]) } ?? name
      return
    }
    var module: String?
    var text = ""
    for run in Self.runs(of: name) {
      // `(unknown context at $7ffe1)` is a function, or the file of a private type.
      var names = Self.parts(of: run).filter { !$0.hasPrefix("(unknown") }
      // A run that continues a generic type begins with a dot.
      if names.count > 1, names[0] != "" {
        let first = names.removeFirst()
        module = module ?? first
      }
      text += names.joined(separator: ".")
    }
    self.module = module ?? ""
    self.text = text
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// The names of the enclosing types, the outermost first, and its own.
  package var parts: [String] { Self.parts(of: text) }

  /// The name of the class that a program declares for an object.
  package static func of(_ type: AnyClass) -> String { TypeName(declared(type)).text }

  /// The name of that class alone.
  package static func bare(of type: AnyClass) -> String { "\(declared(type))" }

  /// The class that a program declares for an object: the class itself, except for an object with
  /// key-value observers, whose class the system replaces by a subclass of its own, named
  /// `NSKVONotifying_` and the class.
  package static func declared(_ type: AnyClass) -> AnyClass {
    "\(type)".hasPrefix("NSKVONotifying_") ? _getSuperclass(type) ?? type : type
  }

  /// Splits a full name into names with dots, and what stands between them: brackets, commas, and words.
  /// A placeholder in parentheses belongs to its name, as does everything in backticks; where an extension
  /// is declared is left out.
  private static func runs(of name: String) -> [String] {
    var runs = [""]
    var rest = name[...]
    var isName = true
    while let first = rest.first {
      if rest.hasPrefix("(extension in "), let end = rest.firstIndex(of: ":") {
        rest = rest[rest.index(after: end)...]
        continue
      }
      var length = 1
      if rest.hasPrefix("(unknown context at "), let end = rest.firstIndex(of: ")") {
        length = rest.distance(from: rest.startIndex, to: end) + 1
      } else if first == "`", let end = rest.dropFirst().firstIndex(of: "`") {
        length = rest.distance(from: rest.startIndex, to: end) + 1
      }
      let belongsToName = length > 1 || !"<>()[]{},:&- ".contains(first)
      if belongsToName != isName { runs.append("") }
      isName = belongsToName
      runs[runs.count - 1] += rest.prefix(length)
      rest = rest.dropFirst(length)
    }
    return runs
  }

  /// Splits a name at the dots outside of brackets and backticks.
  private static func parts(of name: String) -> [String] {
    var parts = [""]
    var depth = 0
    var isQuoted = false
    for character in name {
      switch character {
      case "`": isQuoted.toggle()
      case _ where isQuoted: break
      case "." where depth == 0:
        parts.append("")
        continue
      case "<", "(", "[": depth += 1
      case ">" where !parts[parts.count - 1].hasSuffix("-"): depth -= 1
      case ")", "]": depth -= 1
      default: break
      }
      parts[parts.count - 1].append(character)
    }
    return parts
  }

  /// A name without its nesting: `Row` of `Shop.Row`, `Page<Row>` of `Shop.Page<User.Row>`; nil if it has
  /// none, or isn't the name of a type: `v1.2`, `notes.txt`.
  package static func bare(_ name: String) -> String? {
    guard name.utf8.contains(UInt8(ascii: ".")) else { return nil }
    let parts = parts(of: name)
    guard let last = parts.last, parts.allSatisfy(isType) else { return nil }
    var bare = ""
    for run in runs(of: last) {
      bare += run.hasPrefix(".") ? run : Self.parts(of: run).last ?? run
    }
    return bare == name || bare.isEmpty ? nil : bare
  }

  /// Whether a part of a name is that of a type: `Row`, `Page<Int>`.
  private static func isType(_ part: String) -> Bool {
    if part.hasPrefix("`") { return part.hasSuffix("`") }
    guard let first = part.first, first.isLetter && !first.isLowercase || first == "_" else {
      return false
    }
    return part.prefix { $0 != "<" }.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      && (!part.contains("<") || part.hasSuffix(">"))
  }
}

/// The names that texts show for the types of a tree: without their nesting, unless the bare name stands
/// for two types.
package struct ShownNames: Sendable {
  /// The bare names of nested types.
  package private(set) var bare: [String: String] = [:]
  private var counts: [String: Int] = [:]

  /// Costs a look at each name.
  package init(of types: some Sequence<String>) {
    for type in types {
      let bare = TypeName.bare(type)
      if let bare { self.bare[type] = bare }
      counts[bare ?? type, default: 0] += 1
    }
  }

  /// The shown name of a type.
  package subscript(type: String) -> String {
    guard let bare = bare[type], counts[bare] == 1 else { return type }
    return bare
  }
}

/// The names of a snapshot's types as symbols.
package struct TypeSymbols: Sendable {
  /// The bare names of nested types; most trees have none.
  private var bare: [Symbol: Symbol] = [:]
  private var shown: [Symbol: Symbol] = [:]
  /// The nested types by their bare names.
  private var nested: [Symbol: [Symbol]] = [:]
  /// The bare names that are also full names.
  private var mixed: Set<Symbol> = []

  init(of fields: [FixedFields], in symbols: inout SymbolTable) {
    var known: Set<Symbol> = []
    let types = fields.map(\.type).filter { known.insert($0).inserted }
    let isNested = { [symbols] in symbols.withBytes(of: $0) { $0.contains(UInt8(ascii: ".")) } }
    guard types.contains(where: isNested) else { return }
    let names = ShownNames(of: types.map { symbols.string($0) })
    for type in types {
      let name = symbols.string(type)
      guard let bareName = names.bare[name] else { continue }
      let own = symbols.intern(bareName)
      bare[type] = own
      nested[own, default: []].append(type)
      if names[name] == bareName { shown[type] = own }
      // A bare name that is also a type's: all of them are numbered together among siblings.
      if known.contains(own) { mixed.insert(own) }
    }
  }

  /// The name that texts show for a type.
  package func shown(_ type: Symbol) -> Symbol { shown[type] ?? type }

  /// Whether a type has a name, with its nesting or without.
  package func isNamed(_ type: Symbol, _ name: Symbol) -> Bool {
    type == name || bare[type] == name
  }

  /// The bare name of a nested type.
  package func bare(_ type: Symbol) -> Symbol? { bare[type] }

  /// The types that a name stands for.
  package func types(named name: Symbol) -> [Symbol] {
    nested[name].map { mixed.contains(name) ? [name] + $0 : $0 } ?? [name]
  }

  /// What siblings are numbered by: a type or, if its bare name is also another's full name, that name.
  package func numbered(_ type: Symbol) -> Symbol {
    guard let bare = bare[type], mixed.contains(bare) else { return type }
    return bare
  }
}
