import Foundation

/// A folder that is removed with this object.
open class TemporaryFolder {
  package let path: String

  /// Makes the folder.
  ///
  /// - Parameter place: the folder for it, if that exists; otherwise, the system's default is used.
  public init(in place: String? = nil) throws {
    let files = FileManager.default
    let place = place.flatMap { files.isWritableFile(atPath: $0) ? URL(filePath: $0) : nil }
    path = (place ?? files.temporaryDirectory).appending(path: "modeltree-\(UUID())").path()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder.
  package func path(of name: String) -> String { "\(path)/\(name)" }

  package func write(_ text: String, to name: String) throws { try write(text.utf8, to: name) }

  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    try Data(bytes).write(to: URL(filePath: path(of: name)))
  }

  package func move(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: path(of: name), toPath: path(of: other))
  }

  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(of: name), withIntermediateDirectories: false)
  }

  package func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path(of: name))))
  }

  package func text(of name: String) throws -> String {
    String(decoding: try read(name), as: UTF8.self)
  }

  /// Everything in the folder, hidden files included, in order.
  package var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
  }
}
