import Foundation

/// What is built together with the tests, next to their bundle.
package enum BuiltProduct {
  /// The folder of the bundle.
  package static let folder: String = {
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
    let names = bundle.split(separator: "/", omittingEmptySubsequences: false)
    let depth = names.firstIndex { $0.hasSuffix(".xctest") } ?? names.count - 1
    return names[..<depth].joined(separator: "/")
  }()

  package struct Missing: Error {
    let path: String
  }

  /// The path of the program with a name.
  package static func path(of name: String) throws -> String {
    let path = "\(folder)/\(name)"
    guard FileManager.default.isExecutableFile(atPath: path) else { throw Missing(path: path) }
    return path
  }
}
