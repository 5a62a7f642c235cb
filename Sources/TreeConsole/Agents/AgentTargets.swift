import TextIO
import TreeLink
import TreeMCP
import TreeSnapshot

/// The trees that a server for coding agents answers for.
///
/// A file is read only where the server was started with its name. A server that was started with no
/// name answers for all running apps.
final class AgentTargets {
  private let names: [String]
  private let specs: [String]
  /// What is remembered of each.
  private var remembered: [String: RememberedTrees] = [:]
  /// The apps that were asked before.
  private var apps: [String: RemoteTarget] = [:]

  /// - Parameters:
  ///   - names: What the server was started with.
  ///   - specs: The specs that it was started with.
  init(_ names: [String], specs: [String]) {
    self.names = names
    self.specs = specs
  }

  /// Opens the target that a call is about.
  func service(for name: String?) throws(ToolError) -> CommandService {
    let name = name ?? names.first ?? ""
    guard names.contains(name) || names.isEmpty && name.hasPrefix("@") else {
      throw ToolError(
        names.isEmpty
          ? "'\(name)' names no running app; write @NAME or @PID"
          : "the server was not started with '\(name)'")
    }
    let target: any InspectionTarget
    do {
      target = try open(name)
    } catch {
      throw ToolError("\(error)")
    }
    let trees = remembered[name] ?? RememberedTrees()
    remembered[name] = trees
    return CommandService(target: target, remembered: trees, files: names + specs)
  }

  /// A file is read anew, so that an answer is never older than it is. The connection to an app stays;
  /// where the app has ended, its successor is looked for.
  private func open(_ name: String) throws -> any InspectionTarget {
    guard case .app(let app) = TargetWord(name) else { return try FileTarget.open(name) }
    if let known = apps[name] {
      _ = try? known.state()
      if known.kind != .ended { return known }
    }
    let target = try RemoteTarget(app, in: AppSearch(client: RemoteTarget.client), .agent)
    apps[name] = target
    return target
  }
}

/// What a command looks at that looks at no tree.
final class NoTarget: InspectionTarget {
  let name = ""
  let kind = TargetKind.dump
  let capabilities: Set<Capability> = []

  func state() throws -> TreeState { throw ConsoleError.missing(.dumps) }
}
