package import Holders
import LineEditing
import TextIO
import TreeLink
package import TreeSnapshot

/// The memory of a process that doesn't show a tree by itself, or of one that has ended: its objects
/// can be shown as a tree, and it can be searched for the holders of an object.
final class MemoryTarget: SharedTarget, Sendable {
  /// Where the memory is.
  enum Place {
    case core(String)
    /// With the reason for which it isn't asked as an app, if there is one.
    case process(Int, AppLinkError?)
  }

  let name: String
  private let place: Place
  /// The class of the objects at the top of the tree.
  private let top: String?
  private let tree = Lock<ObjectTree?>(nil)

  init(_ place: Place, reflecting top: String?) {
    self.place = place
    name =
      switch place {
      case .core(let path): FileNames.last(of: path)
      case .process(let pid, _): "process \(pid)"
      }
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
    let tree = try self.tree.withLock { $0 } ?? scan { $0.tree(below: top) }
    self.tree.withLock { $0 = tree }
    let tops = tree.nodes.count { $0.parent == nil }
    guard tops > 0 else {
      throw ConsoleError("no object of a class '\(SafeText(top))' was found in \(SafeText(name))")
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
    if case .process(let pid, _) = place { "@\(pid)" } else { "CORE" }
  }
}

/// A target's leaked models, and what its process's memory says of who holds objects.
package struct HolderAnswer {
  /// The leaked models; empty if a class was asked for.
  let left: [LeakedModel]
  /// The objects that were asked for, with their holders.
  let report: HolderReport

  /// Scans memory for the holders of leaked models, or of the objects of a class.
  ///
  /// - Parameters:
  ///   - left: The leaked models, with their addresses.
  ///   - type: The name of a class; nil for leaked models.
  ///   - scan: Scans the memory.
  package init<Failure: Error>(
    _ left: [LeakedModel], type: String?, scan: (HolderQuestion) throws(Failure) -> HolderReport
  ) throws(Failure) {
    self.left = type == nil ? left : []
    // What another leaked model holds is shown with that one.
    let addresses = left.filter { $0.holder == nil }.compactMap(\.address)
    var report = try scan(type.map { .type($0) } ?? .objects(addresses))
    report.addSources(FunctionSources.find)
    self.report = report
  }

  /// The holders of a leaked model; nil if it has gone, or another one holds it.
  func held(_ model: LeakedModel) -> HeldObject? {
    guard model.holder == nil, let address = model.address else { return nil }
    return report.objects.first { $0.address == address }
  }
}

/// Places of functions in the sources, out of a program's debug information, which `llvm-symbolizer` of
/// Swift's or LLVM's tools reads.
enum FunctionSources {
  /// The number of functions that are looked up at once; their places fit into a pipe.
  private static let limit = 200

  /// The file and line of each function; nil where the program has no debug information, or the machine
  /// has no such tool.
  static func find(_ functions: [FunctionCode]) -> [String?] {
    let asked = functions.prefix(limit)
    let none = [String?](repeating: nil, count: functions.count)
    // A name of a file that its syntax can't express isn't sent.
    if asked.contains(where: { $0.file.contains { $0 == "\"" || $0.isNewline } }) { return none }
    let questions = asked.map { "\"\($0.file)\" 0x\(String($0.address, radix: 16))\n" }.joined()
    guard let pipe = Descriptor.makePipe() else { return none }
    defer { close(pipe.reader) }
    let command = PipedCommand(
      """
      exec llvm-symbolizer --functions=none --no-inlines --basenames --output-style=GNU 2>/dev/null
      """, output: pipe.writer)
    let status = command?.finish(writing: Array(questions.utf8))
    close(pipe.writer)
    guard status == 0, let bytes = Descriptor.bytes(of: pipe.reader, limit: 1 << 16) else {
      return none
    }
    let places = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      // `??:0` if it isn't known, `<compiler-generated>:0` if it stands in no source.
      line.hasSuffix(":0") || line.hasPrefix("?") || line.hasPrefix("<") ? nil : String(line)
    }
    guard places.count == asked.count else { return none }
    return places + none.dropFirst(places.count)
  }
}
