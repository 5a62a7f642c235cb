import TestSupport
import TreeSnapshot

/// Texts of dumps, as short as the tests need them.
enum Dumps {
  /// A dump of these nodes, all on one line.
  static func of(_ nodes: String...) -> String {
    #"{"format": "model-tree", "version": 1, "nodes": [\#(nodes.joined(separator: ", "))]}"#
  }

  /// A dump of one node with the id 7, the type `A` and these further members.
  static func ofNode(_ members: String) -> String {
    of(#"{"id": 7, "type": "A", \#(members)}"#)
  }

  /// A dump of a root with additional members around `nodes`, the same on both sides.
  static func withHead(_ members: String) -> String {
    #"{"format": "model-tree", "version": 1, \#(members), "nodes": [{"id": 1, "type": "A"}]}"#
  }

  /// Every key that a dump may have, with escapes, in document order.
  static let full = #"""
    {
      "format": "model-tree",
      "version": 1,
      "name": "Exam \"Master\"",
      "messages": [
        {"kind": "error", "domain": "NetworkErrors", "code": "101", "label": "badToken"},
        {"kind": "event", "domain": "AppEvent", "code": "Über"}
      ],
      "nodes": [
        {"id": 1, "type": "App", "session": true, "services": ["API", "Disk\\1"], \#
    "handles": [{"kind": "error", "domain": "NetworkErrors", "code": "101", \#
    "label": "badToken", "source": "App.swift:12"}]},
        {"id": 9, "parent": 1, "type": "Flow", "label": "main", "session": true, \#
    "representation": "FlowController", "services": ["Disk"], \#
    "handles": [{"kind": "bubble", "domain": "Flow"}, \#
    {"kind": "event", "domain": "AppEvent", "code": "Über"}], \#
    "raises": [{"kind": "event", "domain": "AppEvent", "code": "Über", "label": "over"}], \#
    "source": "Router.swift:20", "state": {"exams": "3", "line\n": "\u202e"}},
        {"id": 3, "parent": 9, "type": "Leaf😀"}
      ]
    }

    """#
}

/// The reader's error for a dump; nil if it accepts it.
func refusal(of text: String) -> String? { refusal(of: Array(text.utf8)) }

func refusal(of bytes: [UInt8]) -> String? {
  do {
    _ = try Snapshot(dump: bytes)
    return nil
  } catch {
    return error.description
  }
}

/// A tree with every field that a dump can hold.
func randomTree(seed: UInt64) -> PlainTree {
  var random = SeededGenerator(seed: seed)
  return RandomTree(full: 1...40, names: RandomTree.joinedHostileNames).make(using: &random)
}
