import Foundation

/// A program that is built together with the tests, next to their bundle.
package enum BuiltProduct {
  package struct Missing: Error {
    let path: String
    let bundle: String
  }

  /// The path of the program with a name.
  package static func path(of name: String) throws -> String {
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
    let names = bundle.split(separator: "/", omittingEmptySubsequences: false)
    let depth = names.firstIndex { $0.hasSuffix(".xctest") } ?? names.count - 1
    let path = (names[..<depth] + [Substring(name)]).joined(separator: "/")
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw Missing(path: path, bundle: bundle)
    }
    return path
  }
}
