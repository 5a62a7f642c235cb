import TextIO
import TreeAnalysis
import TreeJournal
import TreeLink
import TreeSnapshot

/// A command's input: a target's tree, journal, and moment, with the edits of `what-if`.
///
/// Shell, prompt, page, and agents open views and show the answers of commands. A view is a value:
/// an interrupted command changes nothing.
struct View {
  /// The target.
  var target: any InspectionTarget
  /// The destination of notes.
  var output: ConsoleOutput
  /// The record of the chosen moment, with the tree at that moment or the reason that there is
  /// none; nil for the present tree.
  ///
  /// The tree is kept, because a running app's journal may drop the moment.
  var past: (moment: Int, state: Result<TreeState, any Error>)?
  var edits = Edits()
  /// Where commands come from.
  private(set) var front: Front
  /// The status of the answers so far.
  private(set) var status = ExitStatus.done

  /// Where commands come from.
  enum Front {
    /// The shell, which runs only one and keeps nothing.
    case shell
    /// A prompt, or another program that keeps a state between commands.
    case session(PromptSession)
  }

  /// Opens a view of a target.
  init(_ target: any InspectionTarget, _ output: ConsoleOutput, for front: Front = .shell) {
    self.target = target.attended(by: output.attendant)
    self.output = output
    self.front = front
    target.file.map(output.protect)
  }

  /// A copy for a command on its own thread.
  func forked(for run: CommandRun, from output: ConsoleOutput) -> View {
    var view = self
    view.output = output.forked(for: run)
    view.target = target.attended(by: view.output.attendant)
    return view
  }

  /// Whether a single command of the shell is run.
  var isShell: Bool { if case .shell = front { true } else { false } }

  /// The state between the commands of a prompt; the shell has none, and keeps no change to it.
  var prompt: PromptSession {
    get { if case .session(let session) = front { session } else { PromptSession() } }
    set { if !isShell { front = .session(newValue) } }
  }
}

// The target's identity and capabilities, with the moment and the edits.
extension View {
  /// The number of the moment's record; nil for the present tree.
  var moment: Int? { past?.moment }

  /// Whether answers are about an edited copy.
  var isCopy: Bool { edits.original != nil }

  /// The tree's name, with its moment and edits.
  var name: String {
    target.name + (moment.map { " at \($0)" } ?? "") + (isCopy ? " what-if" : "")
  }

  /// The target's word on a command line; nil if it has none.
  var targetWord: String? { target.file ?? target.appName.map { "@\($0.text)" } }

  var kind: TargetKind {
    if isCopy && target.kind.isLive { return .copy }
    return moment == nil || isCopy ? target.kind : .moment
  }

  var capabilities: Set<Capability> {
    if isCopy { return [] }
    if moment == nil { return target.capabilities }
    return target.capabilities.contains(.journal) ? [.journal, .leaks] : []
  }

  /// Checks that the target has a capability.
  func require(_ capability: Capability?) throws(ConsoleError) {
    if let capability, !capabilities.contains(capability) { throw .lacks(capability, kind) }
  }

  var actions: [TargetAction] { isCopy || moment != nil ? [] : target.actions }

  /// The tree, at the moment and with the edits.
  func state() throws -> TreeState { try edits.state ?? original() }

  /// The tree without the edits.
  func original() throws -> TreeState {
    try edits.original ?? past?.state.get() ?? target.state()
  }

  func leakedModels() throws -> [LeakedModel] {
    try require(.leaks)
    guard let moment else { return try target.leakedModels() }
    let look = try target.journal()
    let tree = try? state().tree - look.treeOffset
    return look.contents.leakedModels(at: moment, tree: tree)
  }

  /// Who holds leaked models. An interrupted command stops the scan.
  func holders() throws -> HolderAnswer {
    let interruption = output.run.interruption
    return try target.holders { interruption.isRequested }
  }

  func journal() throws -> JournalLook {
    try require(.journal)
    return try target.journal()
  }

  /// Keeps the journal of a running app as it is now, for when the app has ended; a busy app isn't waited
  /// for.
  func keepJournal() {
    guard target.kind == .remote, target.capabilities.contains(.journal) else { return }
    _ = try? target.attended(by: .completion).journal()
  }

  /// The start of a command line for this view: nothing at a prompt.
  var call: SafeText { isShell ? "modeltree " : "" }

  /// Writes a line to standard error, after the program's name.
  func note(_ text: SafeText) { output.note(text) }

  /// Notes what of the target could not be read.
  func noteFaults() { for fault in target.faults { note("note: \(fault)") } }

  /// Notes the target's remark about the current tree.
  func noteRemark() {
    if moment == nil, let remark = target.remark { note("note: \(remark)") }
  }

  /// Notes the age of the tree at the moment, if that isn't the moment's own.
  func noteAge() {
    if let age = try? past?.state.get().snapshot.treeAge { note("note: \(age)") }
  }

  /// Pauses.
  ///
  /// - Throws: `Interrupted` if the command is no longer wanted.
  func pause(for duration: Duration) throws(Interrupted) {
    try output.run.interruption.pause(for: duration)
  }
}

// Showing answers.
extension View {
  /// Shows an answer and the following parts as they arrive, or writes them to the answer's file.
  ///
  /// - Throws: What the answer's parts throw; `Interrupted` if they are no longer wanted.
  mutating func show(_ answer: Answer) throws {
    guard let file = answer.options.file else { return try forEachPart(of: answer, output.show) }
    let bytes = try collect(answer)
    try output.write(bytes, to: file)
    // Confirms to a person that the file was written.
    if output.isPrompt { note("\(file): \(counted(bytes.count, "byte")) written") }
  }

  /// An answer and the following parts, uncolored.
  mutating func collect(_ answer: Answer) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try forEachPart(of: answer) { bytes += $0.bytes }
    return bytes
  }

  private mutating func forEachPart(
    of answer: Answer, _ take: (Answer) throws -> Void
  ) throws {
    try take(answer)
    if answer.status.rawValue > status.rawValue { status = answer.status }
    while let part = try answer.parts?(&self) {
      if part.options.file != nil { try show(part) } else { try forEachPart(of: part, take) }
    }
    if let failure = answer.failure, !isShell { throw ConsoleError(failure) }
  }
}

// The prompt's models.
extension View {
  /// Switches to another target, whose current model is the root.
  mutating func attach(to other: any InspectionTarget) {
    target = other.attended(by: output.attendant)
    past = nil
    edits = Edits()
    prompt.here = nil
  }

  /// The prompt's target, in a line.
  func greeting() -> Answer {
    noteFaults()
    noteRemark()
    do {
      let count = counted(try state().snapshot.count, "model")
      let line: SafeText =
        "\(name): \(kind.name), \(count). Try 'print --all' or 'help'; Ctrl-D leaves."
      return Answer { $0.line(line) }
    } catch {
      if error is MomentError { note("note: \(error)") }
      return .nothing
    }
  }

  /// The position of the current model; the root if there is none or it left the tree.
  mutating func currentNode(in state: TreeState) -> Int {
    guard let here = prompt.here else { return 0 }
    if let position = here.position(in: state) { return position }
    prompt.here = nil
    note("the current model has left the tree; 'here' is the root again")
    return 0
  }

  /// Looks up the name of the current model, for the prompt.
  mutating func nameHere() {
    prompt.hereName = nil
    guard prompt.here != nil, let state = try? state() else { return }
    let position = currentNode(in: state)
    if prompt.here != nil { prompt.hereName = state.snapshot[position].name }
  }

  /// Makes a model the current one.
  mutating func setHere(_ position: Int, in state: TreeState) {
    prompt.here = position == 0 ? nil : ModelMark(position, in: state)
  }
}

/// The edits that `what-if` made to a copy of a tree, which is made at the first one.
struct Edits {
  /// The original tree; nil without edits.
  private(set) var original: TreeState?
  /// The edited tree; nil without edits.
  private(set) var state: TreeState?
  /// The edits as typed.
  private(set) var words: [String] = []

  /// Edits the copy.
  ///
  /// - Parameters:
  ///   - words: The edit as typed.
  ///   - present: The tree to copy at the first edit.
  ///   - edit: Returns an edited tree.
  mutating func add(
    _ words: String, to present: TreeState, _ edit: (Snapshot) throws -> Snapshot
  ) throws {
    var next = state ?? present
    next.snapshot = try edit(next.snapshot)
    self.words.append(words)
    if original == nil { original = present }
    state = next
  }
}
