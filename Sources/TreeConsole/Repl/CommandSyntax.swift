/// What may stand behind a command's name: read from its own help, so that completion knows exactly
/// what the parser accepts.
struct CommandSyntax {
  /// The positional arguments by their names in the help: `selector`, `kind`, `message`.
  private(set) var arguments: [String] = []
  /// Whether the last of them may be given again.
  private(set) var isLastRepeated = false
  /// The options, each with the name of its value if it takes one.
  private(set) var options: [(name: String, value: String?)] = []

  /// Reads a help text of the argument parser.
  init(help: String) {
    var section = ""
    var usage = Substring()
    for line in help.split(separator: "\n") {
      if !line.hasPrefix(" ") {
        section = String(line.prefix { $0 != ":" })
        if section == "USAGE" { usage = line }
        continue
      }
      // An entry begins after two spaces; what is indented further goes on with the one before.
      guard line.hasPrefix("  "), !line.hasPrefix("   ") else { continue }
      let entry = line.dropFirst(2)
      if section == "ARGUMENTS", entry.hasPrefix("<") {
        arguments.append(String(entry.dropFirst().prefix { $0 != ">" }))
      } else if section == "OPTIONS" {
        readOption(entry)
      }
    }
    if let last = arguments.last { isLastRepeated = usage.contains("<\(last)> ...") }
  }

  /// `-o, --output <file>    Write …`
  private mutating func readOption(_ entry: Substring) {
    var rest = entry
    var names: [String] = []
    while rest.hasPrefix("-") {
      names.append(String(rest.prefix { $0 != " " && $0 != "," && $0 != "/" }))
      rest = rest.dropFirst(names[names.count - 1].count)
      if rest.hasPrefix(", ") || rest.hasPrefix("/ ") { rest = rest.dropFirst(2) } else { break }
    }
    var value: String?
    if rest.hasPrefix(" <") { value = String(rest.dropFirst(2).prefix { $0 != ">" }) }
    for name in names { options.append((name, value)) }
  }
}
