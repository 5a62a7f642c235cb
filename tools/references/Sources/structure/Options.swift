/// The options that `tools/structure` passes.
struct Options {
  /// The toolchain's libIndexStore.
  var library = ""
  /// The index of a debug build.
  var store = ""
  /// The folder with a folder for each room.
  var sources = ""
  /// The file with the package manager's description of the package.
  var description = ""
  /// Whether to list every line that causes a circle.
  var all = false
  /// The only module to check; nil for all, and for the uses among them.
  var module: String?

  init(_ arguments: some Sequence<String>) throws(StructureError) {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--library": library = arguments.next() ?? ""
      case "--store": store = arguments.next() ?? ""
      case "--sources": sources = arguments.next() ?? ""
      case "--description": description = arguments.next() ?? ""
      case "--all": all = true
      case _ where argument.hasPrefix("-"): throw .usage("unknown option '\(argument)'")
      case _ where module == nil: module = argument
      default: throw .usage("one MODULE at most")
      }
    }
    if library.isEmpty || store.isEmpty || sources.isEmpty {
      throw .usage("--library, --store or --sources is missing; start it as tools/structure")
    }
  }
}
