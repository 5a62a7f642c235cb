import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// What a command runs against and answers to.
package final class CommandContext {
  let target: WhatIfTarget
  let output: ConsoleOutput
  /// Whether the command was typed at a prompt or is part of its script.
  let isRepl: Bool
  /// The trees that a prompt remembers.
  let remembered: RememberedTrees
  /// What a prompt keeps from line to line.
  var session: PromptSession

  /// Whether the prompt should end.
  var isFinished = false
  /// Whether a command has found what should not be.
  var hasFindings = false

  convenience init(
    target: any InspectionTarget, output: ConsoleOutput, isRepl: Bool,
    remembered: RememberedTrees = RememberedTrees()
  ) {
    self.init(
      target: WhatIfTarget(target.attended(by: TargetAttendant(output))), output: output,
      isRepl: isRepl, remembered: remembered, session: PromptSession())
  }

  private init(
    target: WhatIfTarget, output: ConsoleOutput, isRepl: Bool, remembered: RememberedTrees,
    session: PromptSession
  ) {
    self.target = target
    self.output = output
    self.isRepl = isRepl
    self.remembered = remembered
    self.session = session
    target.file.map(output.protect)
  }

  /// The same for a command on a thread of its own: what it changes counts once the prompt goes on
  /// with this context.
  ///
  /// - Parameter output: Where the prompt itself writes to.
  func forked(for run: CommandRun, to output: ConsoleOutput) -> CommandContext {
    let output = output.forked(for: run, isColorOff: !session.settings.isColored)
    return CommandContext(
      target: WhatIfTarget(copying: target, attendedBy: TargetAttendant(output)), output: output,
      isRepl: isRepl, remembered: RememberedTrees(copying: remembered), session: session)
  }

  /// What asks the running command to end; in a script nothing does.
  var interruption: Interruption? { output.run?.interruption }

  /// Lets time pass.
  ///
  /// - Throws: `Interrupted` where nobody waits any more.
  func pause(for duration: Duration) throws(Interrupted) {
    if let interruption { return try interruption.pause(for: duration) }
    BackgroundThread.pause(for: duration)
  }
}

// What the prompt looks at.
extension CommandContext {
  /// Looks at another target from now on, in which no model is known yet.
  func attach(to other: any InspectionTarget) {
    target.look(at: other.attended(by: TargetAttendant(output)))
    session.here = nil
    session.before = nil
    session.found = []
    session.foundCount = 0
  }

  /// Says what a person should know of the tree before looking at it.
  func noteRemark() {
    if let remark = target.remark { output.note("note: \(remark)") }
  }

  /// Says what the prompt looks at.
  func greet() throws {
    noteRemark()
    let state: TreeState
    do {
      state = try target.state()
    } catch let error as MomentError {
      return output.note("note: \(error)")
    } catch {
      return
    }
    let count = counted(state.snapshot.count, "model")
    output.write(
      line: """
        \(target.name): \(target.kind.name), \(count). Try 'print --all' or 'help'; Ctrl-D leaves.
        """)
    try output.flush()
  }
}

// The current model, and those that were found.
extension CommandContext {
  /// The position of the current model; the root where none was chosen or it left the tree.
  func currentNode(in state: TreeState) -> Int {
    guard let here = session.here else { return 0 }
    if let position = here.position(in: state) { return position }
    session.here = nil
    output.note("the current model has left the tree; 'here' is the root again")
    return 0
  }

  /// Looks up the name of the current model, for the prompt.
  func nameHere() {
    session.hereName = nil
    guard session.here != nil, let state = try? target.state() else { return }
    let position = currentNode(in: state)
    if session.here != nil { session.hereName = state.snapshot[position].type }
  }

  /// Makes a model the current one.
  func setHere(_ position: Int, in state: TreeState) {
    session.before = session.here ?? ModelMark(0, in: state)
    session.here = position == 0 ? nil : ModelMark(position, in: state)
    setFound([position], in: state)
  }

  /// Keeps the models that an answer is about, as `$1`, `$2` and so on.
  func setFound(_ positions: [Int], in state: TreeState) {
    guard isRepl else { return }
    session.found = positions.prefix(PromptSession.foundLimit).map { ModelMark($0, in: state) }
    session.foundCount = positions.count
  }
}
