import LineEditing
@_exported public import LiveTree
public import ModelTree
import TextIO
import TreeConsole
public import TreeObjects
public import TreeSnapshot

/// Attaches to a tree in the process.
///
/// ```swift
/// let inspector = Inspector(name: "ExamMaster") { controller.session }
/// let status = await inspector.repl()
/// ```
///
/// The tree is one of models, or of any objects that adopt `Inspectable`. The inspector retains none
/// of them between one answer and the next. It is made on the actor that the tree lives on, which is
/// the main actor for models; whatever it does to the tree, it does there. The prompt waits on a thread
/// of its own, so the app goes on meanwhile.
public struct Inspector: Sendable {
  /// Something that the app offers to do when it is asked at the prompt.
  public typealias Action = AppAction

  private let name: String
  private let actions: [TargetAction]
  private let attachment: Attachment

  /// Attaches to a tree.
  ///
  /// - Parameters:
  ///   - name: what the tree is called, usually after its app.
  ///   - actions: what the app offers to do with `do` at the prompt.
  ///   - adapters: how the objects of classes are seen that do not adopt `Inspectable`.
  ///   - journal: records trees of models that have no journal of their own, and holds what other
  ///     objects report to it with `record`. It is not used for a tree on another actor than the main
  ///     one.
  ///   - isolation: the actor that the tree lives on; left out, it is the caller's.
  ///   - root: gives the tree's root, which may be another one each time; nil where there is none.
  ///     It is a model, or an object that adopts `Inspectable` or has an adapter.
  public init(
    name: String, actions: [Action] = [], adapters: [InspectionAdapter] = [],
    journal: Journal? = nil, isolation: isolated any Actor = #isolation,
    root: @escaping () -> AnyObject?
  ) {
    self.name = name
    self.actions = actions.map(\.description)
    attachment = Attachment(
      AttachedTree(
        name: name, actions: actions, adapters: adapters, flush: AppOutput.flush,
        journal: journal, root: root),
      isolation: isolation)
  }

  /// Opens the REPL on standard input and output, on a thread of its own.
  ///
  /// - Parameter commands: commands to run in place of what is typed.
  /// - Returns: the status to leave the process with: 0, or 2 where a script stopped at an error.
  public func repl(commands: [String] = []) async -> Int32 {
    await withCheckedContinuation { continuation in
      let thread = BackgroundThread {
        let target = LiveTarget(name: name, actions: actions, attachment: attachment)
        let status = Repl(target: target, program: ConsoleOutput.processName)
          .run(commands: commands)
        continuation.resume(returning: status.rawValue)
      }
      guard let thread else {
        continuation.resume(returning: ExitStatus.wrong.rawValue)
        return
      }
      // The continuation says when it is done.
      thread.detach()
    }
  }

  /// Looks at the tree from anywhere.
  ///
  /// - Throws: `NoTreeError` where the app holds no tree.
  public func snapshot() async throws -> Snapshot {
    try await attachment.run { try $0.state().snapshot }
  }
}
