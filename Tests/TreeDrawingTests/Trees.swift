import TestSupport
import TreeSnapshot

@testable import TreeDrawing

/// Trees that the tests draw.
enum Trees {
  /// The tree of the design picture.
  static func examMaster() throws -> Snapshot {
    var tree = SnapshotBuilder(name: "ExamMaster")
    tree.addNode(id: 1, parent: nil, type: "AppAuthorizedSession", isSession: true)
    tree.provide(service: "APIClient")
    tree.subscribe(.init(kind: .error, domain: "NetworkErrors", code: "101", label: "badToken"))
    tree.addNode(id: 2, parent: 1, type: "MainFlow", source: "RootRouter.swift:20")
    tree.subscribe(.init(kind: .bubble, domain: "MainFlow", code: "ShowSideMenu"))
    tree.subscribe(.init(kind: .event, domain: "AppEvent", code: "StartExam"))
    tree.addNode(id: 3, parent: 2, type: "DashboardModel")
    tree.addNode(id: 4, parent: 2, type: "SideMenuModel")
    tree.subscribe(.init(kind: .event, domain: "AppEvent", code: "ExamCreated"))
    tree.addNode(id: 5, parent: 2, type: "ExamCreationFlow")
    tree.subscribe(.init(kind: .error, domain: "NetworkErrors", code: "100", label: "badResponse"))
    tree.addNode(id: 6, parent: 5, type: "ExamSubjectPickerModel")
    tree.addNode(id: 7, parent: 5, type: "ExamTopicPickerModel")
    tree.addNode(id: 8, parent: 5, type: "ExamOptionsPickerModel")
    return try tree.finish()
  }

  static let badToken = Message(kind: .error, domain: "NetworkErrors", code: "101")

  /// A root with a child, in which every name is the one given.
  static func named(_ name: String) throws -> Snapshot {
    var tree = SnapshotBuilder(name: name)
    for id in 1...2 {
      tree.addNode(
        id: id, parent: id == 1 ? nil : 1, type: name, label: name, isSession: true, source: name)
      tree.provide(service: name)
      tree.subscribe(.init(kind: .error, domain: name, code: name, label: name))
      tree.subscribe(.init(kind: .event, domain: name, code: nil))
    }
    return try tree.finish()
  }

  /// A tree whose shape and subscriptions follow from a seed.
  static func random(_ count: Int, seed: UInt64) throws -> Snapshot {
    try RandomTree(count: count...count).snapshot(seed: seed)
  }

  /// A root with leaves.
  static func star(_ leaves: Int) throws -> Snapshot {
    var tree = SnapshotBuilder()
    tree.addNode(id: 1, parent: nil, type: "Root")
    for id in 2..<leaves + 2 { tree.addNode(id: id, parent: 1, type: "Leaf\(id)") }
    return try tree.finish()
  }

  /// Each node the only child of the one before it.
  static func chain(_ count: Int) throws -> Snapshot {
    var tree = SnapshotBuilder()
    for id in 1...count { tree.addNode(id: id, parent: id == 1 ? nil : id - 1, type: "Link") }
    return try tree.finish()
  }
}

extension DiagramPart {
  /// The number of nodes folded into a node's box.
  func foldedCount(at position: Int) -> Int {
    switch folds[position] {
    case .below(let count): count
    case .alike, nil: 0
    }
  }
}

extension Diagram {
  /// The diagram in Graphviz's language.
  func dot() -> String { DOTWriter.text(of: Drawing(self)) }

  /// Draws the diagram; see `Drawing.bytes(as:)`.
  func render(as format: GraphFormat) throws(GraphError) -> [UInt8] {
    try Drawing(self).bytes(as: format)
  }
}
