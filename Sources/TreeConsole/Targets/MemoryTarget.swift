import MemoryGraph
import TextIO
import TreeLink
import TreeSnapshot

/// The memory of a process that doesn't show a tree by itself, or of one that has ended: its objects
/// can be shown as a tree, and it can be searched for the holders of an object.
final class MemoryTarget: SharedTarget, Sendable {
  private enum Place {
    case core(String)
    /// With the reason for which it isn't asked as an app, if there is one.
    case process(Int, AppLinkError?)
  }

  let name: String
  private let place: Place
  /// The class of the objects at the top of the tree.
  private let top: String?
  private let tree = Lock<ObjectTree?>(nil)

  /// Opens a core file.
  init(core path: String, reflecting top: String?) {
    place = .core(path)
    name = FileNames.last(of: path)
    self.top = top
  }

  /// Opens a running process.
  init(process pid: Int, _ error: AppLinkError?, reflecting top: String?) {
    place = .process(pid, error)
    name = "process \(pid)"
    self.top = top
  }

  var file: String? { if case .core(let path) = place { path } else { nil } }

  var kind: TargetKind { if case .core = place { .core } else { .process } }

  var capabilities: Set<Capability> { [] }

  var view: @Sendable () -> any InspectionTarget { { self } }

  var remark: SafeText? {
    guard let tree = tree.withLock({ $0 }) else { return nil }
    let missing = tree.scanned.missingLine.map { "; \(SafeText($0))" } ?? ""
    return "each object stands below the first one that refers to it\(missing)"
  }

  func state() throws -> TreeState {
    guard let top else {
      if case .process(_, let error?) = place { throw error }
      throw ConsoleError(
        """
        a \(kind.name) shows no tree by itself; 'print \(word) --reflect TYPE' shows the objects below \
        those of a class, and 'leaks \(word) --why TYPE' finds who holds them
        """)
    }
    if let tree = tree.withLock({ $0 }) { return try state(of: tree) }
    let tree = try scan { $0.tree(below: top) }
    self.tree.withLock { $0 = tree }
    return try state(of: tree)
  }

  private func state(of tree: ObjectTree) throws -> TreeState {
    let tops = tree.nodes.count { $0.parent == nil }
    guard let top, tops > 0 else {
      throw ConsoleError(
        "no object of a class '\(SafeText(top ?? ""))' was found in \(SafeText(name))")
    }
    var builder = SnapshotBuilder(name: name)
    // Several objects need something above them.
    let offset = tops > 1 ? 2 : 1
    if tops > 1 { builder.addNode(id: 1, parent: nil, type: "\(tops) × \(top)") }
    for (index, node) in tree.nodes.enumerated() {
      builder.addNode(
        id: index + offset, parent: node.parent.map { $0 + offset } ?? (tops > 1 ? 1 : nil),
        type: node.type, label: node.property.isEmpty ? nil : node.property)
    }
    return TreeState(snapshot: try builder.finish(), tree: 0)
  }

  func holders(ofType type: String?, shouldEnd: @escaping () -> Bool) throws -> HolderAnswer {
    if type == nil { throw ConsoleError.lacks(.leaks, kind) }
    return try HolderAnswer([], type: type) { question in
      try scan { $0.answer(question, shouldEnd: shouldEnd) }
    }
  }

  private func scan<Result>(_ question: (MemoryScan) -> Result) throws -> Result {
    switch place {
    case .core(let path): question(MemoryScan(try CoreFile(path: path)))
    case .process(let pid, _): question(MemoryScan(try ProcessMemory(ofProcess: pid)))
    }
  }

  private var word: SafeText {
    switch place {
    case .core: "CORE"
    case .process(let pid, _): "@\(pid)"
    }
  }
}
