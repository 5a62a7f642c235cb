import Foundation
import TreeSnapshot

/// Writes the dump of a generated tree, or of one that the machine has. `tools/dumps` builds this.
@main
enum Trees {
  static func main() {
    var words = Array(CommandLine.arguments.dropFirst())
    var file = "-"
    if let option = words.firstIndex(of: "-o"), option + 1 < words.count {
      file = words[option + 1]
      words.removeSubrange(option...option + 1)
    }
    do {
      guard let tree = try snapshot(words) else {
        fail("unknown tree '\(words.joined(separator: " "))'; see tools/dumps --help")
      }
      if file == "-" {
        FileHandle.standardOutput.write(Data(tree.dump()))
      } else {
        try tree.writeDump(toFile: file)
      }
    } catch {
      fail("\(error)")
    }
  }

  /// The tree that words describe; nil if they don't.
  private static func snapshot(_ words: [String]) throws -> Snapshot? {
    let second = words.count > 1 ? words[1] : nil
    switch (words.first, second, words.count) {
    case ("folder", let path?, 2): return try RealTree.folder(path)
    case ("packages", nil, 1): return try RealTree.packages()
    case ("packages", let file?, 2): return try RealTree.packages(in: file)
    case ("document", let file?, 2): return try RealTree.document(file)
    case ("processes", nil, 1): return try RealTree.processes()
    case (let name?, let count?, 2...3):
      guard let shape = GeneratedTree.Shape(rawValue: name), let count = Int(count), count > 0,
        let seed = words.count == 3 ? UInt64(words[2]) : 1
      else { return nil }
      return try GeneratedTree(shape, count: count, seed: seed).snapshot()
    default: return nil
    }
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("tools/dumps: \(message)\n".utf8))
    exit(2)
  }
}
