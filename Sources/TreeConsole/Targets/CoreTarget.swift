import MemoryGraph
import TextIO
import TreeSnapshot

/// A core file: the memory of a process, which shows no tree, but who holds an object.
final class CoreTarget: SharedTarget, Sendable {
  let name: String
  let file: String?
  let kind = TargetKind.core
  let capabilities: Set<Capability> = []

  /// Opens a core file.
  init(_ path: String) {
    file = path
    name = path.split(separator: "/").last.map(String.init) ?? path
  }

  var view: @Sendable () -> any InspectionTarget { { self } }

  func state() throws -> TreeState {
    throw ConsoleError(
      "a core file shows no tree; 'leaks --why TYPE' finds who holds objects in it")
  }

  func holders(ofType type: String?, shouldEnd: @escaping () -> Bool) throws -> HolderAnswer {
    guard let file else { throw ConsoleError.lacks(.leaks, kind) }
    return try HolderAnswer([], type: type) {
      MemoryScan(try CoreFile(path: file)).answer($0, shouldEnd: shouldEnd)
    }
  }
}
