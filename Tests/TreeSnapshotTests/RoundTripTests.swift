import Foundation
import TestSupport
import Testing
import TextIO
import TreeSnapshot

@Suite struct `Random trees` {
  @Test func `are written, read and written again without a change`() throws {
    for seed in 0..<40 {
      let tree = randomTree(seed: UInt64(seed))
      let snapshot = try tree.snapshot()
      #expect(PlainTree(snapshot) == tree.inDocumentOrder)
      for layout in [Snapshot.DumpLayout.lines, .oneLine] {
        let read = try Snapshot(dump: snapshot.dump(layout))
        #expect(PlainTree(read) == tree.inDocumentOrder)
        #expect(read.dump(layout) == snapshot.dump(layout))
      }
    }
  }

  @Test func `are read by Foundation with the same content`() throws {
    for seed in 0..<20 {
      let tree = randomTree(seed: UInt64(seed)).inDocumentOrder
      let dump = try tree.snapshot().dump()
      let read = try JSONSerialization.jsonObject(with: Data(dump)) as? NSDictionary
      #expect(read == NSDictionary(dictionary: tree.json))
    }
  }

  @Test func `are read as Foundation writes them`() throws {
    for seed in 0..<20 {
      let tree = randomTree(seed: UInt64(seed)).inDocumentOrder
      for options in [JSONSerialization.WritingOptions.prettyPrinted, [], .sortedKeys] {
        let data = try JSONSerialization.data(withJSONObject: tree.json, options: options)
        var read = PlainTree(try Snapshot(dump: Array(data)))
        // Foundation keeps no order of keys.
        for index in read.nodes.indices { read.nodes[index].state.sort { $0.key < $1.key } }
        var expected = tree
        for index in expected.nodes.indices {
          expected.nodes[index].state.sort { $0.key < $1.key }
        }
        #expect(read == expected)
      }
    }
  }
}

extension PlainTree {
  /// The dump in Foundation's terms.
  fileprivate var json: [String: Any] {
    var json: [String: Any] = ["format": "model-tree", "version": 1, "nodes": nodes.map(\.json)]
    json["name"] = name
    if !messages.isEmpty { json["messages"] = messages.map(\.json) }
    return json
  }
}

extension PlainTree.Node {
  fileprivate var json: [String: Any] {
    var json: [String: Any] = ["id": id, "type": type]
    json["parent"] = parent
    json["label"] = label
    if isSession { json["session"] = true }
    if isUnopened { json["open"] = false }
    json["representation"] = representation
    if !services.isEmpty { json["services"] = services }
    if !handles.isEmpty { json["handles"] = handles.map(\.json) }
    if !raises.isEmpty { json["raises"] = raises.map(\.json) }
    json["source"] = source
    if !state.isEmpty {
      json["state"] = Dictionary(uniqueKeysWithValues: state.map { ($0.key, $0.value) })
    }
    return json
  }
}

extension Subscription {
  fileprivate var json: [String: String] {
    var json = ["kind": kind.rawValue, "domain": domain]
    json["code"] = code
    json["label"] = label
    json["source"] = source
    return json
  }
}

extension DeclaredMessage {
  fileprivate var json: [String: String] {
    var json = ["kind": message.kind.rawValue, "domain": message.domain, "code": message.code]
    json["label"] = label
    return json
  }
}
