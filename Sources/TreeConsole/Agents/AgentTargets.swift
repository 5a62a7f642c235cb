import TextIO
import TreeMCP

/// The trees that a server for coding agents answers for.
///
/// A file is read only where the server was started with its name.
final class AgentTargets {
  private let names: [String]
  /// What is remembered of each.
  private var remembered: [String: RememberedTrees] = [:]

  init(_ names: [String]) { self.names = names }

  /// Opens the target that a call is about. A dump is read anew, so that an answer is never older than
  /// its file.
  func service(for name: String?) throws(ToolError) -> CommandService {
    let name = name ?? names.first ?? ""
    guard names.contains(name) else {
      throw ToolError("the server was not started with '\(name)'")
    }
    let target: any InspectionTarget
    do {
      target = try DumpTarget(path: name)
    } catch {
      throw ToolError("\(error)")
    }
    let trees = remembered[name] ?? RememberedTrees()
    remembered[name] = trees
    return CommandService(target: target, remembered: trees)
  }
}
