import Foundation
import ModelTree
import Testing
import TreeSnapshot

@testable import ModelTreeTesting

/// A failure's text about its dump, and the dump's place if a test has no attachments.
@Suite struct `Kept dumps` {
  private var failure: Failure { Failure("The tree to check is nil.") }

  @Test(arguments: [
    (
      KeptDump.attached(name: "a.json"),
      "The tree is attached as a.json; 'swift test --attachments-path FOLDER' keeps it in an "
        + "existing folder.",
      "FOLDER/a.json"
    ),
    (
      .inReport(name: "a.json"), "The tree is attached as a.json in Xcode's report.",
      "FOLDER/a.json"
    ),
    (
      .written(path: "/dumps/a b.json"), "The tree was written to /dumps/a b.json.",
      "'/dumps/a b.json'"
    ),
    (
      .notKept(name: "a.json"),
      "To keep the tree as a.json, set MODELTREE_ARTIFACTS to a folder.", "FOLDER/a.json"
    ),
    (
      .refused(name: "a.json", reason: "cannot write 'a.json': it is a folder"),
      "The tree was not kept: cannot write 'a.json': it is a folder", "FOLDER/a.json"
    ),
  ])
  func `a failure says where its tree is, and how to take it into the spec`(
    dump: KeptDump, place: String, path: String
  ) {
    #expect(failure.text(dump) == "The tree to check is nil.\n\n\(place)")
    var ofFile = failure
    ofFile.updatableSpec = "Specs/it's.treespec"
    #expect(
      ofFile.text(dump) == """
        The tree to check is nil.

        \(place)
        To take the tree into the spec: modeltree check \(path) \
        'Specs/it'\\''s.treespec' --update
        """)
  }

  @Test func `a failure without a tree says nothing of one`() {
    #expect(failure.text(nil) == "The tree to check is nil.")
  }

  @Test func `a dump is written into the folder that is named, which is made`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "model-tree-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let inner = folder.appending(path: "dumps").path()
    let tree = openShop().snapshot()
    let dump = KeptDump(writing: tree.dump(), as: "shop.json", into: inner + "/")
    #expect(dump == .written(path: "\(inner)/shop.json"))
    #expect(try Snapshot(contentsOfFile: "\(inner)/shop.json").dump() == tree.dump())
  }

  @Test func `a dump without a folder is not kept, one that cannot be written says why`() throws {
    #expect(KeptDump(writing: [], as: "a.json", into: nil) == .notKept(name: "a.json"))
    #expect(KeptDump(writing: [], as: "a.json", into: "") == .notKept(name: "a.json"))
    let file = FileManager.default.temporaryDirectory.appending(path: "model-tree-\(UUID())").path()
    try Data().write(to: URL(filePath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    guard case .refused("a.json", let reason) = KeptDump(writing: [], as: "a.json", into: file)
    else {
      Issue.record("written into a file")
      return
    }
    #expect(reason.contains(file))
  }

  @Test func `each dump of a run has a name of its own`() {
    let names = DumpNames()
    #expect(names.next(for: "dashboard") == "dashboard.json")
    #expect(names.next(for: "dashboard") == "dashboard-2.json")
    #expect(names.next(for: "dashboard 3") == "dashboard-3.json")
    #expect(names.next(for: "dashboard") == "dashboard-4.json")
  }

  @Test(arguments: [
    ("`a model's leaving`()", "a-model-s-leaving.json"), ("../../etc/passwd", "etc-passwd.json"),
    ("Größe_1", "Größe_1.json"), ("\u{202e}/", "tree.json"),
    (String(repeating: "x", count: 300), String(repeating: "x", count: 100) + ".json"),
  ])
  func `a dump's name is one of a file`(name: String, file: String) {
    #expect(DumpNames().next(for: name) == file)
  }
}
