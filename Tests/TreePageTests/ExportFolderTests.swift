import Foundation
import TestSupport
import Testing

/// `modeltree page --export`, run as the shell runs it.
@Suite struct `The folder of an exported page` {
  private let folder: TemporaryFolder
  private static let files = ["icon.svg", "index.html", "page.css", "page.js", "tree.js"]

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(ServedPage.sample(), to: "tree.json")
  }

  private func export(to name: String) throws -> Outcome {
    try ChildProcess.run(
      [BuiltProduct.path(of: "modeltree"), "page", "tree.json", "--export", name],
      environment: [:], directory: folder.path)
  }

  private func names(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(of: name)).sorted()
  }

  @Test func `is made, and written again with what else is in it`() throws {
    let done = Outcome(
      status: 0, output: Array("out/index.html: 8 models\n".utf8), errors: "")
    #expect(try export(to: "out") == done)
    #expect(try names(in: "out") == Self.files)
    try folder.write("old", to: "out/tree.js")
    try folder.write("mine", to: "out/CNAME")
    #expect(try export(to: "out") == done)
    #expect(try folder.text(of: "out/tree.js").hasPrefix("globalThis.modelTreeExport = "))
    #expect(try names(in: "out") == ["CNAME"] + Self.files)
  }

  @Test func `may be empty, also after an export that was killed`() throws {
    try folder.makeFolder("out")
    try folder.write("half", to: "out/index.html.new-2147483647-1")
    #expect(try export(to: "out").status == 0)
    #expect(try names(in: "out") == Self.files)
  }

  @Test func `is not one that holds something else`() throws {
    try folder.makeFolder("site")
    try folder.write("<h1>Mine</h1>", to: "site/index.html")
    let refusal = Outcome(
      status: 2, output: [],
      errors: """
        modeltree: 'site' holds something else than an export; name an empty folder, or a new one

        """)
    #expect(try export(to: "site") == refusal)
    #expect(try names(in: "site") == ["index.html"])
    #expect(try folder.text(of: "site/index.html") == "<h1>Mine</h1>")
    try FileManager.default.removeItem(atPath: folder.path(of: "site/index.html"))
    try folder.write("notes", to: "site/notes.txt")
    #expect(try export(to: "site") == refusal)
    #expect(try names(in: "site") == ["notes.txt"])
  }

  @Test func `is written through no link`() throws {
    #expect(try export(to: "out").status == 0)
    for (link, target) in [("out/page.css", "tree.json"), ("link", "out")] {
      try? FileManager.default.removeItem(atPath: folder.path(of: link))
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(of: link), withDestinationPath: folder.path(of: target))
    }
    for name in ["link", "link/", "out"] {
      let outcome = try export(to: name)
      #expect(outcome.status == 2)
      #expect(outcome.output == [])
      #expect(outcome.errors.contains("link"), "\(outcome.errors)")
    }
    #expect(try folder.text(of: "tree.json") == ServedPage.sample())
    #expect(try names(in: "out") == Self.files)
  }

  @Test func `holds hostile names in which nothing is markup`() throws {
    let name = #"</script><script>alert(1)</script><!--\u2028\u0000\u202e::error::x"#
    try folder.write(
      #"{"format": "model-tree", "version": 1, "name": "\#(name)", "nodes": [{"id": 1, "type": "\#(name)"}]}"#,
      to: "tree.json")
    #expect(try export(to: "out").status == 0)
    // The names are in a file of its own, which is a script of one statement; the page has none.
    #expect(!(try folder.text(of: "out/index.html").contains("alert")))
    let script = try folder.text(of: "out/tree.js")
    let json = script.dropFirst("globalThis.modelTreeExport = ".count).dropLast(2)
    let text = try JSONDecoder().decode(String.self, from: Data(json.utf8))
    let export = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect(
      (export?["about"] as? [String: Any])?["name"] as? String
        == "</script><script>alert(1)</script><!--\u{2028}\u{0}\u{202e}::error::x")
    #expect(!script.contains("\u{2028}") && !script.contains("\u{0}"))
  }
}
