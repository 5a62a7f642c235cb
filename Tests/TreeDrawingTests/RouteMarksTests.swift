import Testing
import TreeAnalysis
import TreeSnapshot

@testable import TreeDrawing

@Suite struct `Route marks` {
  private func words(
    _ kind: Message.Kind, _ name: (String, String), from raiser: Int, root: Int = 0
  ) throws -> [Int: String] {
    let tree = try Trees.examMaster()
    let message = Message(kind: kind, domain: name.0, code: name.1)
    let marks = RouteMarks(tree.route(of: message, raisedAt: raiser), in: tree, root: root)
    return marks.nodes.mapValues { $0.words.joined(separator: " · ") }
  }

  @Test func `each end of a route is named in words`() throws {
    let handled = try words(.error, ("NetworkErrors", "101"), from: 7)
    #expect(handled == [0: "handled here", 7: "raised here"])
    let uncaught = try words(.error, ("Other", "1"), from: 7)
    #expect(uncaught == [0: "uncaught: ends here", 7: "raised here"])
    let unhandled = try words(.bubble, ("Other", "1"), from: 0)
    #expect(unhandled == [0: "raised here · no model handles it"])
    let delivered = try words(.event, ("AppEvent", "ExamCreated"), from: 7)
    #expect(delivered == [0: "sent down from here", 3: "receives it, 1st", 7: "raised here"])
    let unheard = try words(.event, ("Other", "1"), from: 0)
    #expect(unheard == [0: "raised here · sent down from here · no model is registered"])
  }

  @Test func `a route that leaves the part says where`() throws {
    let up = try words(.error, ("NetworkErrors", "101"), from: 7, root: 4)
    #expect(up == [4: "continues above", 7: "raised here"])
    let down = try words(.event, ("AppEvent", "ExamCreated"), from: 7, root: 1)
    #expect(down == [1: "comes from above", 3: "receives it, 1st", 7: "raised here"])
  }

  @Test func `hops are numbered and ways down are marked once`() throws {
    let tree = try Trees.examMaster()
    let error = RouteMarks(tree.route(of: Trees.badToken, raisedAt: 7), in: tree, root: 0)
    #expect(error.edges == [7: .hop(1), 4: .hop(2), 1: .hop(3)])
    let created = Message(kind: .event, domain: "AppEvent", code: "ExamCreated")
    let event = RouteMarks(tree.route(of: created, raisedAt: 7), in: tree, root: 0)
    #expect(event.edges == [1: .way, 3: .way])
  }

  @Test(arguments: [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (112, "112th")])
  func `ordinals are English`(number: Int, word: String) {
    #expect(ordinal(number) == word)
  }
}
