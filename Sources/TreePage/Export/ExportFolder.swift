import TextIO
import TreeConsole

/// A folder for a page that needs no server.
struct ExportFolder {
  private let path: String

  /// Text in the page of every export, including those of earlier versions.
  static let mark = #"<script defer src="tree.js"></script>"#
  /// The name of the page.
  static let page = "index.html"

  /// Opens a folder.
  ///
  /// - Throws: `ConsoleError` if the folder contains anything but an export, or is a link.
  init(_ path: String) throws(ConsoleError) {
    self.path = path
    let itself = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let advice: SafeText = "name an empty folder, or a new one"
    if FileNames.isLink(itself) {
      throw ConsoleError("'\(path)' is a symbolic link; \(advice)")
    }
    if !isOurs { throw ConsoleError("'\(path)' holds something else than an export; \(advice)") }
  }

  /// Whether the folder is missing or empty, or contains an export.
  private var isOurs: Bool {
    guard let names = try? FileSet.names(in: path), !names.isEmpty else { return true }
    guard let page = try? FileBytes(itself: "\(path)/\(Self.page)", limit: 1 << 20) else {
      return false
    }
    return page.withBuffer { String(decoding: $0, as: UTF8.self).contains(Self.mark) }
  }

  /// Writes files, which replace those of an earlier export together.
  func write(_ files: [(name: String, bytes: [UInt8])]) throws(FileError) {
    let set = try FileSet(in: path)
    for file in files { try set.file(named: file.name).write(file.bytes) }
    try set.finish()
  }
}
