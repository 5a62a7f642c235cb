import TestSupport
import Testing
import TreeAnalysis
import TreeSnapshot

@testable import TreeDrawing

@Suite struct `Hostile names in a drawing` {
  static let names = [
    "\"<b>&amp;\\", "]]>", "\\N", "\\\\G\\", "trailing\\", "new\nline", "\u{1b}[31mred",
    "\u{202e}txt",
    "zero\u{200b}width", "👩‍👩‍👧 ünïcödé", " ", "    ", "\u{a0}",
    String(repeating: "a", count: 10_000),
    "-->", "<!--", "&#27;", "&lt;script&gt;", "&foo;", "</table>>",
    "\"]; n9 [label=forged]; x [a=\"",
    "<img src=\"/etc/passwd\"/>", "\u{fffe}\u{0}\u{7f}", "%s%n", "\u{300}\u{301}", "a'b\"c",
  ]

  @Test(arguments: names)
  func `every name is drawn and forges nothing`(name: String) throws {
    let tree = try Trees.named(name)
    let route = tree.route(of: Message(kind: .error, domain: name, code: name), raisedAt: 1)
    let diagram = Diagram(tree, route: route)
    let svg = try diagram.render(as: .svg)
    let picture = try #require(Picture(svg), "not well-formed")
    #expect(picture.nodes == 2)
    #expect(picture.edges == 1)
    #expect(
      picture.elements.isSubset(of: [
        "svg", "title", "desc", "style", "g", "rect", "path", "text", "tspan",
      ]))
    let shown = DOTText.visible(name)
    let drawn = picture.texts.map(Self.plain)
    #expect(drawn.count { $0 == Self.plain(shown) } >= 4, "\(drawn)")
    #expect(picture.title == diagram.title)
  }

  /// A root with a model of each name.
  private func allNames() throws -> Diagram {
    var tree = SnapshotBuilder()
    tree.addNode(id: 1, parent: nil, type: "Root")
    for (place, name) in Self.names.enumerated() {
      tree.addNode(id: place + 2, parent: 1, type: name, label: name, source: name)
      tree.subscribe(.init(kind: .error, domain: name, code: name, label: name))
    }
    return Diagram(try tree.finish())
  }

  @Test(.enabled(if: Tool.isInstalled("xmllint")))
  func `an XML parser accepts the drawing of every name`() throws {
    let svg = try allNames().render(as: .svg)
    let lint = try #require(Tool("xmllint")).run(["--noout"], input: svg)
    #expect(lint.status == 0, "\(lint.errors)")
  }

  @Test(.enabled(if: Tool.isInstalled("dot")))
  func `Graphviz draws every name as we do`() throws {
    let drawn = try #require(Tool("dot")).run(["-Tsvg"], input: Array(allNames().dot().utf8))
    #expect(drawn.status == 0)
    let picture = try #require(Picture(drawn.output))
    #expect(picture.nodes == Self.names.count + 1)
    #expect(picture.edges == Self.names.count)
  }

  @Test(arguments: names.filter { !$0.isEmpty && $0.count < 50 })
  func `a tooltip holds the name as it is shown`(name: String) throws {
    let picture = try #require(Picture(try Diagram(Trees.named(name)).render(as: .svg)))
    let shown = DOTText.visible(name)
    let expected = "/\(shown)/\(shown)\n#2 · 2 subscriptions · \(shown)"
    #expect(picture.tooltips.contains(expected), "\(picture.tooltips)")
  }

  @Test func `long names are shortened in the middle`() {
    let name = String(repeating: "a", count: 5_000) + String(repeating: "z", count: 5_000)
    let shown = DOTText.visible(name)
    #expect(shown.unicodeScalars.count == 80)
    #expect(shown.hasPrefix("aaa") && shown.contains("a…z") && shown.hasSuffix("zzz"))
  }

  @Test func `nothing invisible reaches the picture`() {
    #expect(DOTText.visible("a\u{202e}b\u{1b}") == "a\\u{202e}b\\u{1b}")
    #expect(DOTText.visible("") == "(empty)")
    #expect(DOTText.visible("  ") == "␣␣")
  }

  /// Without the spaces that separate it from the preceding text.
  private static func plain(_ text: String) -> String {
    // A mark that combines with a space makes one character with it.
    String(text.unicodeScalars.trimmingPrefix { $0 == " " })
  }
}
