import Foundation

/// Searches for circles among the project's modules and folders, checks who depends on whom, and counts the
/// lines of the rooms. `tools/structure` builds this and passes all paths.
@main
enum Main {
  static func main() {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      let library = try IndexLibrary(path: options.library)
      let store = try IndexStore(path: options.store, library: library)
      let structure = try Structure(of: options.sources, module: options.module, in: store)
      if let module = options.module, structure.folders[module] == nil {
        throw StructureError.usage("there is no module '\(module)'")
      }
      var isSound = report(on: structure, all: options.all)
      if options.module == nil {
        let house = try House(description: options.description, sources: options.sources)
        for fault in house.faults { print(fault) }
        isSound = isSound && house.faults.isEmpty
        print(house.table, terminator: "")
      }
      exit(isSound ? 0 : 1)
    } catch {
      FileHandle.standardError.write(Data("tools/structure: \(error)\n".utf8))
      exit(2)
    }
  }

  /// Prints the circles; true if there are none.
  private static func report(on structure: Structure, all: Bool) -> Bool {
    var report = CircleReport(all: all)
    report.add(structure.modules, called: "modules")
    let modules = structure.folders.keys.sorted()
    for module in modules { report.add(structure.folders[module] ?? Graph(), called: module) }
    if report.count == 0 { print("no circle in \(modules.joined(separator: ", "))") }
    print(report.text, terminator: "")
    return report.count == 0
  }
}
