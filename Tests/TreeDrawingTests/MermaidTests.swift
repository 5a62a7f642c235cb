import Foundation
import Testing
import TreeAnalysis
import TreeSnapshot

@testable import TreeDrawing

/// `render --format mermaid`.
@Suite struct `Drawings as Mermaid` {
  private func lines(_ diagram: Diagram) throws -> [String] {
    try String(decoding: diagram.render(as: .mermaid), as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }

  @Test func `a route is bold, with its hops`() throws {
    let tree = try Trees.examMaster()
    let lines = try lines(Diagram(tree, route: tree.route(of: Trees.badToken, raisedAt: 7)))
    #expect(lines[0] == "flowchart TD")
    #expect(
      lines[1] == """
          n0["<b>AppAuthorizedSession</b>  session · handled here<br/>service  APIClient<br/>\
        ▲ error  <b>NetworkErrors#46;101</b> badToken"]:::tone_taker
        """)
    #expect(lines.contains("  n0 ===|\"▲ 3\"| n1"))
    #expect(lines.contains("  n1 --- n2"))
    #expect(lines.contains("  n4 ===|\"▲ 1\"| n7"))
    #expect(lines.contains("  linkStyle 6 stroke:#b42318"))
    #expect(lines.contains { $0.hasPrefix("  classDef tone_taker fill:") })
    #expect(!lines.contains { $0.hasPrefix("  classDef tone_event") })
  }

  @Test func `what was removed is dashed`() throws {
    let difference = TreeDifference(
      from: try Trees.chain(3), to: try Trees.chain(2), matching: .shape)
    let lines = try lines(Diagram(difference, names: (old: "a", new: "b")))
    #expect(lines.contains("  n2[\"<b>Link</b>  − removed\"]:::tone_errorDashed"))
    #expect(lines.contains("  n1 -.- n2"))
  }

  @Test(
    arguments: `Hostile names in a drawing`.names + [
      "end", "a;b", "%%{init: {}}%%", "**b** _i_ `c`", "fa:fa-car", "\"]; click n0 href", "$$x$$",
      "```", "#quot;",
    ])
  func `nothing in a name is syntax`(name: String) throws {
    let tree = try Trees.named(name)
    let route = tree.route(of: Message(kind: .error, domain: name, code: name), raisedAt: 1)
    let lines = try lines(Diagram(tree, route: route))
    #expect(lines.count <= 8)
    for line in lines.dropFirst() where line.contains("[\"") {
      let label = line.dropFirst(6).prefix { $0 != "]" }.dropLast()
      let text = ["<b>", "</b>", "<br/>"].reduce(String(label)) {
        $0.replacingOccurrences(of: $1, with: "", options: .literal)
      }
      let marks = text.unicodeScalars.filter {
        $0.isASCII && !$0.properties.isAlphabetic
          && !"0123456789 ,()+?#;".unicodeScalars.contains($0)
      }
      #expect(marks.isEmpty, "\(line)")
    }
  }

  @Test func `more than a hundred boxes are refused with what to do`() throws {
    let error = #expect(throws: GraphError.self) {
      try Diagram(Trees.star(100)).render(as: .mermaid)
    }
    #expect(
      error?.description == """
        101 boxes are too many for Mermaid (the limit is 100); write SVG, fold with --boxes N or \
        --depth N, or draw a part with a selector
        """)
  }
}
