import TextIO

/// The name of a function or a variable, without its modules and types.
struct SymbolName: Hashable {
  /// The name, such as `closure #1 in Uploader.start(_:)` or `static Uploader.shared`.
  let words: String
  /// The name as the runtime gives it.
  let demangled: String

  /// Whether it belongs to the standard library, wherever the compiler put it.
  let isStandard: Bool

  /// Its code, if it is a function whose symbol is known.
  var code: FunctionCode?

  init(words: String) {
    self.words = words
    demangled = words
    isStandard = false
  }

  /// Demangles a symbol; any other symbol is its own name.
  init(mangled: String) {
    let text = Self.demangled(Self.variable(mangled) ?? mangled)
    demangled = text ?? mangled
    words = text.map(Self.shortened) ?? mangled
    isStandard = mangled.hasPrefix("$ss") || mangled.hasPrefix("$sS")
  }

  /// A static property whose object an optimizing compiler laid out among the variables, as the property
  /// itself: `$s4main5StoreC6shared_WZTv_` is `$s4main5StoreC6sharedSivpZ`, but for the type.
  private static func variable(_ mangled: String) -> String? {
    mangled.firstRange(of: "_WZTv").map { mangled[..<$0.lowerBound] + "SivpZ" }
  }

  /// A mangled function, without what makes it the symbol of a partial application, an asynchronous
  /// function's pointer, or one of its parts.
  static func withoutCallers(_ mangled: String) -> String {
    var name = mangled[...]
    while true {
      if name.hasSuffix("TA") || name.hasSuffix("Tu") {
        name = name.dropLast(2)
      } else if name.hasSuffix("_"), let last = name.dropLast().lastIndex(where: { !$0.isNumber }),
        name[...last].hasSuffix("TY") || name[...last].hasSuffix("TQ")
      {
        name = name[..<name.index(before: last)]
      } else {
        return String(name)
      }
    }
  }

  /// Whether it only passes arguments on in another form.
  var isThunk: Bool {
    demangled.contains("thunk helper") || demangled.contains("thunk for ")
      || demangled.contains("reabstraction thunk")
  }

  /// Whether it is a static property or method.
  var isStatic: Bool { words.hasPrefix("static ") }

  /// The name without that word.
  var withoutStatic: String { isStatic ? String(words.dropFirst("static ".count)) : words }

  private static func demangled(_ mangled: String) -> String? {
    guard mangled.hasPrefix("$s") || mangled.hasPrefix("$S") || mangled.hasPrefix("_T") else {
      return nil
    }
    guard let text = demangle(mangled, mangled.utf8.count, nil, nil, 0) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  /// What stands before the name proper.
  private static let prefixes = [
    "partial apply forwarder for ", "merged ", "lazy initialization expression of ",
    "async function pointer to ", "protocol witness for ",
  ]

  /// `closure #1 (Swift.Int) -> () in Main.Uploader.start(Main.Flow) -> ()` is `closure #1 in
  /// Uploader.start(_:)`.
  static func shortened(_ demangled: String) -> String {
    let plain = withoutFiles(demangled)
    var text = plain[...]
    // `generic specialization <Swift.Int> of`, `generic partial specialization <…> of`.
    while text.hasPrefix("generic ") || text.hasPrefix("function signature spec"),
      case let parts = text.split(outside: " of "), parts.count > 1
    {
      text = text.dropFirst(parts[0].count + 4)
    }
    // `(1) suspend resume partial function for`, `(2) await resume partial function for`.
    if let resume = text.firstRange(of: " resume partial function for ") {
      text = text[resume.upperBound...]
    }
    while let prefix = prefixes.first(where: { text.hasPrefix($0) }) {
      text = text.dropFirst(prefix.count)
    }
    var parts = text.split(outside: " in ")
    for index in parts.indices {
      let words = parts[index].split(separator: " ", maxSplits: 3)
      // `closure #1`, `implicit closure #1`, and their types.
      let number = words.first == "implicit" ? 2 : 1
      if words.count > number, words[number - 1] == "closure", words[number].hasPrefix("#") {
        parts[index] = words[...number].joined(separator: " ")
      } else {
        parts[index] = entity(parts[index][...])
      }
    }
    return parts.joined(separator: " in ")
  }

  /// `(name in _D7F0FBD1)` of a private declaration is `name`.
  private static func withoutFiles(_ text: String) -> String {
    var plain = ""
    var rest = text[...]
    while let found = rest.firstRange(of: " in _"),
      let open = rest[..<found.lowerBound].lastIndex(of: "("),
      let close = rest[found.upperBound...].firstIndex(of: ")")
    {
      plain += rest[..<open] + rest[rest.index(after: open)..<found.lowerBound]
      rest = rest[rest.index(after: close)...]
    }
    return plain + rest
  }

  /// `static Main.Uploader.shared : Main.Uploader` is `static Uploader.shared`.
  private static func entity(_ text: Substring) -> String {
    var text = text
    var words = ""
    for keyword in ["static ", "variable initialization expression of ", "default argument "]
    where text.hasPrefix(keyword) {
      text = text.dropFirst(keyword.count)
      if keyword == "static " { words = keyword }
    }
    if let colon = text.firstRange(of: " : ") { text = text[..<colon.lowerBound] }
    guard let open = text.firstIndex(of: "(") else { return words + path(text) }
    if text[..<open].isEmpty {
      // `(extension in Main):Swift.Array.first`.
      guard let close = text.firstRange(of: "):") else { return words + text }
      return words + entity(text[close.upperBound...])
    }
    let depth = text.matchingParenthesis(from: open) ?? text.endIndex
    let arguments = text[text.index(after: open)..<depth].split(outside: ", ").map { argument in
      guard let colon = argument.firstRange(of: ": ") else { return argument.isEmpty ? "" : "_:" }
      return argument[..<colon.lowerBound] + ":"
    }
    return words + path(text[..<open]) + "(" + arguments.joined() + ")"
  }

  /// The last names of a path with modules: what begins with a capital letter, and the name itself.
  private static func path(_ text: Substring) -> String {
    let plain = text.prefix { $0 != "<" && $0 != " " }
    let names = plain.split(separator: ".")
    guard names.count > 1 else { return String(plain) }
    return names.dropFirst().joined(separator: ".")
  }
}

extension StringProtocol {
  /// The parts between separators that stand in no brackets.
  func split(outside separator: String) -> [String] {
    var (parts, depth, start) = ([String](), 0, startIndex)
    var position = startIndex
    while position < endIndex {
      switch self[position] {
      case "(", "[", "<", "{": depth += 1
      case ")", "]", "}": depth -= 1
      // Not the one of an arrow.
      case ">" where position > startIndex && self[index(before: position)] != "-": depth -= 1
      default: break
      }
      if depth == 0, self[position...].hasPrefix(separator) {
        parts.append(String(self[start..<position]))
        position = index(position, offsetBy: separator.count)
        start = position
      } else {
        position = index(after: position)
      }
    }
    return parts + [String(self[start...])]
  }

  /// The parenthesis that closes the one at an index.
  func matchingParenthesis(from open: Index) -> Index? {
    var depth = 0
    for position in indices[open...] {
      if self[position] == "(" { depth += 1 }
      if self[position] == ")" { depth -= 1 }
      if depth == 0 { return position }
    }
    return nil
  }
}

// The runtime's own demangler, which prints the names in crash reports. The runtime
// exports it for such tools; Swift 6.2 offers no other way to it, and one of our own would be larger
// than this module.
@_silgen_name("swift_demangle")
private func demangle(
  _ name: UnsafePointer<CChar>, _ length: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?

/// Where the code of a function lies.
package struct FunctionCode: Hashable, Sendable {
  /// The file of its program or library.
  package var file: String
  /// The address, as in that file.
  package var address: UInt
  /// The place in the sources, such as `Uploader.swift:31`; nil until it is looked up.
  package var source: String?
}
