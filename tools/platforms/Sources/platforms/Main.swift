import Foundation

/// Compiles the package's modules for other systems, as far as the compiler finds errors without
/// them. `tools/test --platforms` builds this and passes all paths.
@main
enum Main {
  static func main() {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      let package = try PackageDescription(Data(contentsOf: URL(filePath: options.description)))
      exit(try Check(package, options).run() ? 0 : 1)
    } catch {
      FileHandle.standardError.write(Data("tools/test --platforms: \(error)\n".utf8))
      exit(2)
    }
  }
}

/// The options that `tools/test --platforms` passes.
struct Options: Sendable {
  /// The file with the output of `swift package describe --type json`.
  var description = ""
  /// The folder of the stand-ins' sources.
  var standIns = ""
  /// The folder of other packages' modules, built for this system.
  var modules = ""
  /// The folder for results, kept for the next run.
  var scratch = ""
  /// The toolchain's folder `usr`.
  var toolchain = ""
  /// A prefix of the names of the platforms to check.
  var only = ""

  init(_ arguments: some Sequence<String>) throws(PlatformsError) {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      let value = arguments.next() ?? ""
      switch argument {
      case "--description": description = value
      case "--stand-ins": standIns = value
      case "--modules": modules = value
      case "--scratch": scratch = value
      case "--toolchain": toolchain = value
      case "--only": only = value
      default: throw PlatformsError("unknown option '\(argument)'")
      }
    }
    if [description, standIns, modules, scratch, toolchain].contains("") {
      throw PlatformsError("a folder is missing; start it as tools/test --platforms")
    }
  }
}

/// Why nothing could be checked.
struct PlatformsError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
