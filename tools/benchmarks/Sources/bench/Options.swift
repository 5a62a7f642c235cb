/// What `tools/bench` hands over.
struct Options {
  /// The command's release binary.
  var command = ""
  /// A dump of a few nodes.
  var smallDump = ""
  /// Where the dump of 100,000 nodes is written.
  var largeDump = ""
  /// The binary that writes the dumps of trees.
  var trees = ""
  /// A Python with the peers that are packages of it; nil where there is none.
  var python: String?
  /// The program that measures a page.
  var pageProgram: String?
  /// Chromium; nil where it or what drives it is not there.
  var chromium: String?
  var json = false
  /// Part of the names of what is to be measured; empty for everything.
  var filter = ""
  /// Set in a child that the bench starts to see what this many models cost; it does nothing else.
  var modelsToHold: Int?
  /// Set in a child that the bench starts to ask it from outside; it does nothing else.
  var modelsToShow: Int?
  /// How many messages such a child raises in a second, with a journal.
  var messagesToRaise = 0

  struct UsageError: Error, CustomStringConvertible {
    var description: String
  }

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--command": command = arguments.next() ?? ""
      case "--small-dump": smallDump = arguments.next() ?? ""
      case "--large-dump": largeDump = arguments.next() ?? ""
      case "--trees": trees = arguments.next() ?? ""
      case "--python": python = arguments.next()
      case "--page-program": pageProgram = arguments.next()
      case "--chromium": chromium = arguments.next()
      case "--json": json = true
      case ModelHolder.option: modelsToHold = arguments.next().flatMap { Int($0) }
      case ListeningChild.option: modelsToShow = arguments.next().flatMap { Int($0) }
      case ListeningChild.messagesOption:
        messagesToRaise = arguments.next().flatMap { Int($0) } ?? 0
      case _ where argument.hasPrefix("-"):
        throw UsageError(description: "unknown option '\(argument)'; see tools/bench --help")
      case _ where filter.isEmpty: filter = argument
      default:
        throw UsageError(description: "one FILTER at most; put it in quotes if it has spaces")
      }
    }
    if modelsToHold != nil || modelsToShow != nil { return }
    if [command, smallDump, largeDump, trees].contains("") {
      throw UsageError(
        description:
          "--command, --small-dump, --large-dump or --trees is missing; start it as tools/bench")
    }
  }
}
