/// What `tools/structure` hands over.
struct Options {
  /// The toolchain's libIndexStore.
  var library = ""
  /// The index that a debug build writes.
  var store = ""
  /// The folder that has a folder for each module.
  var sources = ""
  /// Whether every line is listed that makes a circle.
  var all = false
  /// The one module to look at; nil for all of them and for what they use of each other.
  var module: String?

  init(_ arguments: some Sequence<String>) throws(StructureError) {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--library": library = arguments.next() ?? ""
      case "--store": store = arguments.next() ?? ""
      case "--sources": sources = arguments.next() ?? ""
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
