import Foundation
import ModelTree
import Testing
import TreeSnapshot

@testable import ModelTreeTesting

/// A failure's text about its dump, and the dump's place if a test has no attachments.
@Suite struct `Kept dumps` {
  private var failure: Failure { Failure("It differs.", tree: openShop().snapshot()) }

  @Test(arguments: [
    (
      KeptFile.attached(name: "a.json"),
      "The tree is attached as a.json; 'swift test --attachments-path FOLDER' keeps it in an "
        + "existing folder.",
      "FOLDER/a.json"
    ),
    (
      .written(path: "/dumps/a b.json"), "The tree was written to /dumps/a b.json.",
      "'/dumps/a b.json'"
    ),
    (
      .notKept(name: "a.json", reason: "cannot write 'a.json': it is a folder"),
      "The tree was not kept: cannot write 'a.json': it is a folder", "FOLDER/a.json"
    ),
  ])
  func `a failure says where its tree is, and how to take it into the spec`(
    dump: KeptFile, place: String, path: String
  ) {
    #expect(failure.text(named: "a") { _, _ in dump } == "It differs.\n\n\(place)")
    var ofFile = failure
    ofFile.updatableSpec = "Specs/it's.treespec"
    #expect(
      ofFile.text(named: "a") { _, _ in dump } == """
        It differs.

        \(place)
        To take the tree into the spec: modeltree check \(path) \
        'Specs/it'\\''s.treespec' --update
        """)
  }

  @Test func `a failure without a tree says nothing of one`() {
    let text = Failure("The tree to check is nil.").text(named: "a") { _, name in
      .attached(name: name)
    }
    #expect(text == "The tree to check is nil.")
  }

  @Test func `a dump is written into the folder that is named, which is made`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "model-tree-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let inner = folder.appending(path: "dumps").path()
    let tree = openShop().snapshot()
    let dump = KeptFile(writing: tree.dump(), as: "shop.json", into: inner + "/")
    #expect(dump == .written(path: "\(inner)/shop.json"))
    #expect(try Snapshot(contentsOfFile: "\(inner)/shop.json").dump() == tree.dump())
  }

  @Test func `a dump without a folder is not kept, one that cannot be written says why`() throws {
    #expect(
      KeptFile(writing: [], as: "a.json", into: "")
        == .notKept(name: "a.json", reason: "set MODELTREE_ARTIFACTS to a folder for it"))
    let file = FileManager.default.temporaryDirectory.appending(path: "model-tree-\(UUID())").path()
    try Data().write(to: URL(filePath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    guard case .notKept("a.json", let reason) = KeptFile(writing: [], as: "a.json", into: file)
    else {
      Issue.record("written into a file")
      return
    }
    #expect(reason.contains(file))
  }

  @Test func `each dump of a run has a name of its own`() {
    let names = FileStems()
    #expect(names.next(for: "dashboard") == "dashboard")
    #expect(names.next(for: "dashboard") == "dashboard-2")
    #expect(names.next(for: "other") == "other")
  }

  @Test(arguments: [
    ("`a model's leaving`()", "a-model-s-leaving"), ("../../etc/passwd", "etc-passwd"),
    ("Größe_1", "Größe_1"), ("\u{202e}/", "tree"),
    (String(repeating: "x", count: 300), String(repeating: "x", count: 100)),
  ])
  func `a dump's name is one of a file`(name: String, file: String) {
    #expect(FileStems().next(for: name) == file)
  }
}
