import Foundation
import TestSupport
import Testing
import TextIO

@testable import TreeSpec

@Suite struct `Files that a spec includes` {
  private static func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  @Test(arguments: [
    "/proc/self/environ", "/dev/zero", "../outside", "rules/link", "rules/up/outside",
    "/etc/passwd",
  ])
  func `are read from its own folder and below alone, unless others are named`(path: String) throws
  {
    let outer = try TemporaryFolder()
    try outer.makeFolder("specs")
    try outer.makeFolder("specs/rules")
    try outer.write("tree-spec 1\nlimit nodes < 99\n", to: "outside")
    try outer.write("tree-spec 1\ninclude \"\(path)\"\n", to: "specs/a")
    try Self.link(outer.path(of: "specs/rules/link"), to: "../../outside")
    try Self.link(outer.path(of: "specs/rules/up"), to: "../..")
    let name = outer.path(of: "specs/a")
    let error = try #require(throws: SpecError.self) {
      try Spec(utf8: outer.read("specs/a"), name: name)
    }
    #expect(
      error.problems.map(\.fault) == [
        """
        the file is outside of '\(outer.path(of: "specs/"))'; --include-from FOLDER allows another \
        folder
        """
      ])
    if path.hasPrefix("/") { return }
    let allowed = try Spec(utf8: outer.read("specs/a"), name: name, includesFrom: [outer.path])
    #expect(allowed.parts.count == 2)
  }

  @Test func `that are no specs are refused without a word of it`() throws {
    for text in ["SECRET=1\nA=2\n", "\u{0}SECRET\u{ff}", "\tSECRET", "#SECRET", "# SECRET\n\n", ""]
    {
      let folder = try TemporaryFolder()
      try folder.write(text, to: "b")
      try folder.write("tree-spec 1\ninclude b\n", to: "a")
      let error = try #require(throws: SpecError.self) {
        try Spec(utf8: folder.read("a"), name: folder.path(of: "a"))
      }
      #expect(error.problems.count == 1)
      #expect(!error.description.contains("SECRET"), "\(error)")
    }
  }

  @Test func `are never standard input, which a server reads its requests from`() throws {
    let error = try #require(throws: SpecError.self) {
      try Spec(utf8: Array("tree-spec 1\ninclude -\n".utf8), name: "a.treespec")
    }
    #expect(
      error.problems.map(\.fault) == [
        "cannot read './-': No such file or directory; check the path"
      ])
  }

  @Test func `that are pipes, folders or too large are not read`() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("folder")
    #expect(mkfifo(folder.path(of: "pipe"), 0o600) == 0)
    try folder.write(String(repeating: "#", count: (16 << 20) + 1), to: "large")
    let reasons = [
      ("pipe", "it is not a regular file"), ("folder", "it is a folder"),
      ("large", "it is larger than 16 MiB"),
    ]
    for (name, reason) in reasons {
      try folder.write("tree-spec 1\ninclude \(name)\n", to: "a")
      let error = try #require(throws: SpecError.self) {
        try Spec(utf8: folder.read("a"), name: folder.path(of: "a"))
      }
      #expect(error.description.contains(reason), "\(error)")
    }
  }

  @Test func `that lead to each other over links are read once`() throws {
    let folder = try TemporaryFolder()
    try Self.link(folder.path(of: "up"), to: ".")
    try Self.link(folder.path(of: "again"), to: ".")
    try folder.write("tree-spec 1\ninclude up/a\ninclude again/a\nlimit nodes < 99\n", to: "a")
    let spec = try Spec(utf8: folder.read("a"), name: folder.path(of: "a"))
    #expect(spec.parts.count == 1)
  }
}
