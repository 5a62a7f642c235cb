// Requirements.swift says what is missing otherwise.
#if Command && (os(macOS) || os(Linux))
  import LineEditing
  @_exported public import LiveTree
  public import ModelTreeJournal
  import TextIO
  import TreeConsole
  public import TreeObjects
  public import TreeSnapshot

  /// An inspector of a tree in this process.
  ///
  /// ```swift
  /// let inspector = Inspector(name: "ExamMaster") { controller.session }
  /// let status = await inspector.repl()
  /// ```
  ///
  /// The tree consists of models, or of any objects that adopt `Inspectable`. Create the inspector on
  /// the actor that owns the tree, which is the main actor for models; it accesses the tree only
  /// there. The prompt waits on its own thread, so the app keeps running. Between answers, the
  /// inspector retains no part of the tree.
  public struct Inspector: Sendable {
    /// An action that the app offers at the prompt.
    public typealias Action = AppAction

    private let name: String
    private let hasActions: Bool
    private let attachment: Attachment

    /// Creates an inspector of a tree.
    ///
    /// - Parameters:
    ///   - name: the name of the tree, usually that of its app.
    ///   - actions: the actions that `do` performs at the prompt.
    ///   - adapters: descriptions of objects that don't adopt `Inspectable`.
    ///   - journal: a journal for models that have none, and for the messages that other objects
    ///     report with `record`. Not used if the tree is on an actor other than the main actor.
    ///   - isolation: the actor that owns the tree; defaults to the caller's.
    ///   - root: returns the tree's current root, a model or an object that adopts `Inspectable` or
    ///     has an adapter; nil if there is none. It may return a different root each time.
    public init(
      name: String, actions: [Action] = [], adapters: [InspectionAdapter] = [],
      journal: Journal? = nil, isolation: isolated any Actor = #isolation,
      root: @escaping () -> AnyObject?
    ) {
      self.name = name
      hasActions = !actions.isEmpty
      attachment = Attachment(
        AttachedTree(
          name: name, actions: actions, adapters: adapters, flush: AppOutput.flush,
          journal: journal, root: root),
        isolation: isolation)
    }

    /// Opens the prompt on standard input and output, on its own thread.
    ///
    /// - Parameter commands: commands to run instead of reading standard input.
    /// - Returns: the exit status for the process: 0, or 2 if a script stopped at an error.
    public func repl(commands: [String] = []) async -> Int32 {
      await withCheckedContinuation { continuation in
        let thread = BackgroundThread {
          let target = LiveTarget(name: name, hasActions: hasActions, attachment: attachment)
          let status = Repl(target: target, program: ConsoleOutput.processName)
            .run(commands: commands)
          continuation.resume(returning: status.rawValue)
        }
        guard let thread else {
          continuation.resume(returning: ExitStatus.wrong.rawValue)
          return
        }
        // The continuation reports the end.
        thread.detach()
      }
    }

    /// Returns a snapshot of the tree. Call it from any actor.
    ///
    /// - Throws: `NoTreeError` if the app has no tree now.
    public func snapshot() async throws -> Snapshot {
      try await attachment.run { try $0.state().snapshot }
    }
  }
#endif
