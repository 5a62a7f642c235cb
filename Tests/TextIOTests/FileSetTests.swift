import Foundation
import TestSupport
import Testing

@testable import TextIO

@Suite struct `Files that take their places together` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("rows")
    for name in ["a", "b", "other"] { try folder.write("old \(name)", to: "rows/\(name)") }
  }

  private var rows: String { folder.path(of: "rows") }

  /// The contents of the folder, including hidden files.
  private func contents() throws -> [String: String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: rows)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try folder.text(of: "rows/\($0)")) })
  }

  private static let old = ["a": "old a", "b": "old b", "other": "old other"]

  @Test func `are all new once they are, and what else is there stays`() throws {
    let set = try FileSet(in: rows)
    let files = try ["a", "c"].map { try set.file(named: $0) }
    for file in files { try file.write(Array("new".utf8)) }
    try files[0].write(Array(" a".utf8))
    #expect(try folder.text(of: "rows/a") == "old a")
    try set.finish()
    #expect(try contents() == ["a": "new a", "b": "old b", "c": "new", "other": "old other"])
  }

  @Test func `leave nothing if they are not finished`() throws {
    for _ in 0..<2 {
      let set = try FileSet(in: rows)
      try set.file(named: "a").write(Array("new".utf8))
    }
    #expect(try contents() == Self.old)
  }

  @Test func `replace neither folders nor links`() throws {
    try folder.makeFolder("rows/folder")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "rows/link"), withDestinationPath: folder.path(of: "rows/a"))
    let set = try FileSet(in: rows)
    #expect(throws: FileError.self) { try set.file(named: "folder") }
    #expect(throws: FileError.self) { try set.file(named: "link") }
    #expect(throws: FileError.self) { try FileSet(in: folder.path(of: "rows/a")) }
    #expect(throws: FileError.self) { try FileSet(in: "") }
  }

  @Test func `count as nothing in a folder where a killed process left them`() throws {
    try folder.write("half", to: "rows/a.new-1234-1")
    try folder.write("own", to: "rows/a.new-notes")
    #expect(try FileSet.names(in: rows).sorted() == ["a", "a.new-notes", "b", "other"])
  }
}
