import Foundation
import TestSupport
import Testing
import TextIO
import TreeAnalysis
import TreeSnapshot

@testable import TreeConsole

/// The JSON of differences between random trees, as another reader takes it.
@Suite struct `Differences in JSON` {
  private static let names = ["A", "B", "\"", "\\", "\n", Hostile.name, "é", "👨‍👩‍👧", ""]

  private func tree(_ random: inout SystemRandomNumberGenerator) throws -> Snapshot {
    func name() -> String { Self.names.randomElement(using: &random) ?? "" }
    var tree = SnapshotBuilder()
    for id in 1...Int.random(in: 1...40, using: &random) {
      tree.addNode(
        id: id, parent: id == 1 ? nil : .random(in: 1..<id, using: &random), type: "T" + name(),
        label: name(), isSession: .random(using: &random), representation: name())
      tree.subscribe(.init(kind: .error, domain: name(), code: name(), label: name()))
      tree.raise(Message(kind: .event, domain: name(), code: name()))
      tree.provide(service: name())
      tree.describe(StateEntry(key: name(), value: name()))
    }
    return try tree.finish()
  }

  @Test func `it is one line that reads back as the difference`() throws {
    struct Answer: Decodable {
      struct Part: Decodable {
        var id: Int
        var type: String
        var below: Int
      }
      struct Model: Decodable {
        var old: Int
        var new: Int
        var type: String
      }
      var equal: Bool
      var removed: [Part]
      var added: [Part]
      var moved: [Model]
      var changed: [Model]
    }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<100 {
      let difference = TreeDifference(
        from: try tree(&random), to: try tree(&random), matching: .shape)
      let json = DifferenceReport(difference).json(limit: .max)
      #expect(Hostile.harm(in: json.string) == [])
      #expect(!json.bytes.contains(UInt8(ascii: "\n")))
      let answer = try JSONDecoder().decode(Answer.self, from: Data(json.bytes))
      let (old, new) = (difference.old, difference.new)
      #expect(answer.equal == difference.isEmpty)
      #expect(answer.removed.map(\.id) == difference.removed.map { old[$0.position].id })
      #expect(answer.removed.map(\.type) == difference.removed.map { old[$0.position].type })
      #expect(answer.added.map(\.id) == difference.added.map { new[$0.position].id })
      #expect(answer.added.map(\.below) == difference.added.map(\.below))
      #expect(answer.moved.map(\.old) == difference.moved.map { old[$0.oldPosition].id })
      #expect(answer.changed.map(\.new) == difference.changed.map { new[$0.newPosition].id })
    }
  }
}
