import Testing
import TreeSnapshot

@Suite struct `Nodes that make no tree are refused` {
  static let trees: [(nodes: [String], message: String)] = [
    ([], "line 3: the tree has no models; a dump holds at least its root"),
    (["1 -", "2 1", "2 1"], "line 6: model 2: another model has the same id; ids must differ"),
    (
      ["1 -", "2 3"],
      "line 5: model 2: its parent 3 is not in the dump; add that model or correct 'parent'"
    ),
    (
      ["5 -", "2 9", "3 8"],
      "line 5: model 2: its parent 9 is not in the dump; add that model or correct 'parent'"
    ),
    (["1 2", "2 1"], "line 4: no root: every model has a parent; leave 'parent' out of the root"),
    (
      ["1 -", "2 3", "3 2"],
      "line 5: model 2: the model is its own ancestor; correct the 'parent' of one model on the cycle"
    ),
    (
      ["1 -", "2 1", "3 5", "4 3", "5 4"],
      "line 6: model 3: the model is its own ancestor; correct the 'parent' of one model on the cycle"
    ),
    (
      ["90 80", "80 70", "70 80", "1 -"],
      "line 5: model 80: the model is its own ancestor; correct the 'parent' of one model on the cycle"
    ),
    (
      ["4 7", "7 -", "2 -", "3 -"],
      "line 6: model 2: a second root: model 7 has no parent either; give one of them a parent"
    ),
  ]

  @Test(arguments: trees)
  func `the first fault is named with its line and node`(_ nodes: [String], _ message: String) {
    let lines = nodes.map { node in
      let ids = node.split(separator: " ")
      let parent = ids[1] == "-" ? "" : ", \"parent\": \(ids[1])"
      return "{\"id\": \(ids[0])\(parent), \"type\": \"A\"}"
    }
    let text = """
      {"format": "model-tree",
      "version": 1,
      "nodes": [
      \(lines.joined(separator: ",\n"))
      ]}
      """
    #expect(refusal(of: text) == message)
  }

  @Test func `the line is that of the key in a dump with one key a line`() {
    let text = """
      {
        "format": "model-tree",
        "version": 1,
        "nodes": [
          {
            "type": "A",
            "id": 1
          },
          {
            "type": "B",
            "id": 2,
            "label": "b",
            "parent": 1
          }
        ]
      }
      """
    #expect(refusal(of: text) == nil)
    #expect(
      refusal(of: text.replacing("\"parent\": 1", with: "\"parent\": 6"))
        == "line 13: model 2: its parent 6 is not in the dump; add that model or correct 'parent'")
    #expect(
      refusal(of: text.replacing("\"id\": 2", with: "\"id\": 1"))
        == "line 11: model 1: another model has the same id; ids must differ")
    #expect(
      refusal(of: text.replacing("\"b\"", with: "3"))
        == "line 12: model 2: 'label' must be a string, not a number")
    #expect(
      refusal(of: text.replacing("\"id\": 2,", with: ""))
        == "line 9: the model has no 'id'; add it")
    #expect(
      refusal(of: text.replacing("\n", with: "\r\n").replacing("\"b\"", with: "3"))
        == "line 12: model 2: 'label' must be a string, not a number")
  }

  @Test func `the builder names the entry and the id`() {
    var builder = SnapshotBuilder()
    builder.addNode(id: 5, parent: nil, type: "A")
    builder.addNode(id: 6, parent: 4, type: "A")
    let error = #expect(throws: LinkError.self) { try builder.finish() }
    #expect(error?.entry == 1)
    #expect(
      error?.description
        == "model 6: its parent 4 is not in the dump; add that model or correct 'parent'")
  }
}
