import Foundation
import TestSupport
import Testing
import TreeAnalysis
import TreeSnapshot

@testable import TreeDrawing

/// `render --format layout`.
@Suite struct `Drawings as places` {
  private func read(_ diagram: Diagram) throws -> [String: Any] {
    let bytes = try diagram.render(as: .layout)
    #expect(bytes.last == UInt8(ascii: "\n"))
    return try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  private func boxes(_ layout: [String: Any]) throws -> [[String: Any]] {
    try #require(layout["boxes"] as? [[String: Any]])
  }

  @Test func `each box lies where the SVG has it, and its line leads from its parent`() throws {
    let snapshot = try Trees.examMaster()
    let diagram = Diagram(snapshot)
    let boxes = try boxes(read(diagram))
    #expect(boxes.compactMap { $0["node"] as? Int } == snapshot.positions.map { snapshot[$0].id })
    let layout = Drawing(diagram).layout
    for (index, box) in boxes.enumerated() {
      let place = layout.boxes[index]
      for (key, value) in [
        ("x", place.x), ("y", place.y), ("width", place.width), ("height", place.height),
      ] {
        #expect(box[key] as? Int == Int(value.rounded()), "\(key) of \(index)")
      }
      guard index > 0 else {
        #expect(box["line"] == nil && box["parent"] == nil)
        continue
      }
      #expect(box["parent"] as? Int == snapshot[index].parent?.position)
      let line = try #require(box["line"] as? [Int])
      #expect(line == layout.lines[index].flatMap { [Int($0.x.rounded()), Int($0.y.rounded())] })
    }
  }

  @Test func `the hops of a route are numbered, and its ends have tones`() throws {
    let snapshot = try Trees.examMaster()
    let raiser = snapshot.count - 1
    let message = Message(kind: .error, domain: "NetworkErrors", code: "101")
    let route = snapshot.route(of: message, raisedAt: raiser)
    let layout = try read(Diagram(snapshot, route: route))
    let boxes = try boxes(layout)
    #expect(
      (layout["title"] as? String)?.hasPrefix("error NetworkErrors.101 (badToken), raised at")
        == true)
    #expect(boxes.compactMap { $0["hop"] as? Int }.sorted() == Array(1..<route.hops.count))
    #expect(boxes[raiser]["tone"] as? String == "error")
    #expect(boxes[0]["tone"] as? String == "taker")
    #expect(boxes.allSatisfy { ($0["hop"] == nil) == ($0["lineTone"] == nil) })
  }

  @Test func `names hold nothing that acts`() throws {
    let snapshot = try Snapshot(dump: Array(Hostile.dump.utf8))
    let bytes = try Diagram(snapshot).render(as: .layout)
    #expect(Hostile.harm(in: String(decoding: bytes, as: UTF8.self)).isEmpty)
    let rows = try boxes(read(Diagram(snapshot))).compactMap { $0["header"] as? [[String: Any]] }
    let texts = rows.flatMap { $0.compactMap { $0["text"] as? String } }
    #expect(texts.allSatisfy { Hostile.harm(in: $0).isEmpty })
  }

  @Test func `what is folded says so`() throws {
    let layout = try read(Diagram(Trees.random(400, seed: 1), budget: BoxBudget(boxes: 20)))
    #expect(layout["note"] is String)
    #expect(try boxes(layout).count <= 20)
  }
}
