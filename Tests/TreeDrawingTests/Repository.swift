import Foundation
import TreeSnapshot

/// Real trees out of this repository.
enum Repository {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// A dump that a sample app wrote.
  static func dump(_ name: String) throws -> Snapshot {
    try Snapshot(contentsOfFile: root.appending(path: "samples/dumps/\(name).json").path)
  }

  /// The files of the sources and the tests, each a model below its folder.
  static func files() throws -> Snapshot {
    var builder = SnapshotBuilder(name: "files")
    builder.addNode(id: 1, parent: nil, type: "Package")
    var open = [
      (folder: root.appending(path: "Sources"), id: 1), (root.appending(path: "Tests"), 1),
    ]
    while let (folder, parent) = open.popLast() {
      let id = builder.count + 1
      builder.addNode(id: id, parent: parent, type: folder.lastPathComponent)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      for name in names {
        let file = folder.appending(path: name)
        if (try? file.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true {
          open.append((file, id))
        } else {
          builder.addNode(id: builder.count + 1, parent: id, type: name)
        }
      }
    }
    return try builder.finish()
  }
}
