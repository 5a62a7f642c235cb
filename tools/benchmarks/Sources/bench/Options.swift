/// The options that `tools/bench` passes.
struct Options {
  /// The command's release binary.
  var command = ""
  /// A dump of a few nodes.
  var smallDump = ""
  /// The path for the dump of 100,000 nodes.
  var largeDump = ""
  /// The binary that writes the dumps of trees.
  var trees = ""
  /// A Python with the peers that are its packages; nil if there is none.
  var python: String?
  /// The program that measures a page.
  var pageProgram: String?
  /// Chromium; nil if it or its driver is missing.
  var chromium: String?
  /// The tests of the samples.
  var sampleTests: String?
  var json = false
  /// Part of the names of the measurements; empty for all.
  var filter = ""
  /// Set in a child process that only measures the memory of this number of models.
  var modelsToHold: Int?
  /// Set in a child process that is inspected from outside.
  var modelsToShow: Int?
  /// The number of messages that such a child raises per second, with a journal.
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
      case "--sample-tests": sampleTests = arguments.next()
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
