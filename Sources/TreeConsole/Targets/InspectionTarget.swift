package import TextIO
package import TreeAnalysis
package import TreeJournal
package import TreeLink
package import TreeSnapshot

/// The target of an inspector.
package protocol InspectionTarget: AnyObject {
  /// The target's name, for the prompt and for messages.
  var name: String { get }

  /// The kind of the target's tree.
  var kind: TargetKind { get }

  /// The target's capabilities beyond showing its tree.
  var capabilities: Set<Capability> { get }

  /// A remark that precedes answers about the tree; nil for none.
  var remark: SafeText? { get }

  /// The path of the file with the tree; nil if there is none.
  var file: String? { get }

  /// The app that the target shows or showed; nil if there is no other process.
  var appName: AppName? { get }

  /// The same target for one command, with its wait notices sent to an attendant.
  func attended(by attendant: TargetAttendant) -> any InspectionTarget

  /// Returns the tree's current state.
  ///
  /// - Throws: An error with a description for people.
  func state() throws -> TreeState

  /// Raises a test message at a node, and runs the handlers.
  ///
  /// - Parameter json: the value to send, if the target can decode it; nil for none.
  /// - Throws: An error with a description for people.
  func raise(
    _ message: Message, with json: JSONValue?, atNodeWithID id: Int, of tree: Int
  ) throws -> RaiseReport

  /// The models that left the tree and are still alive, each after its holder.
  ///
  /// - Throws: An error with a description for people.
  func leakedModels() throws -> [LeakedModel]

  /// Finds out who holds leaked models, or objects of a class, in the memory of the target's process.
  ///
  /// - Parameters:
  ///   - type: The name of a class; nil for leaked models.
  ///   - shouldEnd: Whether to answer with what was found so far.
  /// - Throws: An error with a description for people.
  func holders(ofType type: String?, shouldEnd: @escaping () -> Bool) throws -> HolderAnswer

  /// The part of the target's journal after a record, or more of it.
  ///
  /// - Throws: An error with a description for people.
  func journal(after record: Int) throws -> JournalLook

  /// The actions that the app offers.
  var actions: [TargetAction] { get }

  /// Performs an action.
  ///
  /// - Throws: An error with a description for people.
  func perform(_ action: String, _ arguments: [String]) throws -> ActionResult

  /// Lets time pass, in nanoseconds, and holds the clock from then on.
  func pass(_ nanoseconds: Int) throws

  /// Holds the answers of work.
  func holdAnswers() throws

  /// Takes an answer that is held: the one at a place, from 1.
  func takeAnswer(at place: Int, failing error: String?) throws
}

/// A target that several threads use, each through a view of its own.
package protocol SharedTarget: InspectionTarget {
  /// Creates a view of the same target for another thread.
  var view: @Sendable () -> any InspectionTarget { get }
}

// Defaults for targets without a capability: they throw.
extension InspectionTarget {
  /// Nil.
  package var remark: SafeText? { nil }

  /// Nil.
  package var file: String? { nil }

  /// Nil.
  package var appName: AppName? { nil }

  /// The target itself, which never waits.
  package func attended(by attendant: TargetAttendant) -> any InspectionTarget { self }

  /// Empty.
  package var actions: [TargetAction] { [] }

  /// Throws an error.
  package func raise(
    _ message: Message, with json: JSONValue?, atNodeWithID id: Int, of tree: Int
  ) throws -> RaiseReport {
    throw ConsoleError.lacks(.handlers, kind)
  }

  /// Throws an error.
  package func leakedModels() throws -> [LeakedModel] { throw ConsoleError.lacks(.leaks, kind) }

  /// Throws an error.
  package func holders(
    ofType type: String?, shouldEnd: @escaping () -> Bool
  ) throws -> HolderAnswer {
    throw ConsoleError.lacks(.leaks, kind)
  }

  /// Throws an error.
  package func journal(after record: Int) throws -> JournalLook {
    throw ConsoleError.lacks(.journal, kind)
  }

  /// The target's journal.
  ///
  /// - Throws: An error with a description for people.
  package func journal() throws -> JournalLook { try journal(after: 0) }

  /// Throws an error.
  package func perform(_ action: String, _ arguments: [String]) throws -> ActionResult {
    throw ConsoleError.lacks(.actions, kind)
  }

  /// Throws an error.
  package func pass(_ nanoseconds: Int) throws { throw ConsoleError.lacks(.exploring, kind) }

  /// Throws an error.
  package func holdAnswers() throws { throw ConsoleError.lacks(.exploring, kind) }

  /// Throws an error.
  package func takeAnswer(at place: Int, failing error: String?) throws {
    throw ConsoleError.lacks(.exploring, kind)
  }
}

/// The target of a command that needs none.
final class NoTarget: InspectionTarget {
  let name = ""
  let kind = TargetKind.dump
  let capabilities: Set<Capability> = []

  func state() throws -> TreeState { throw ConsoleError("name a dump or a running app") }
}

/// A target's journal at one moment.
package struct JournalLook: Sendable {
  /// The journal.
  package var contents: JournalContents
  /// The present time of a live tree, in nanoseconds since 1970; nil for a file.
  package var now: Int?
  /// The difference between the target's number of a tree and the journal's.
  package var treeOffset: Int

  /// Creates a look.
  package init(contents: JournalContents, now: Int? = nil, treeOffset: Int = 0) {
    self.contents = contents
    self.now = now
    self.treeOffset = treeOffset
  }

  /// The last moment at which the app had a tree; nil if the journal doesn't contain it.
  package var lastMoment: Int? { contents.lastMomentWithTree() }

  /// The number of the last record.
  var lastRecord: Int { contents.records.upperBound - 1 }

  /// Reads a part of a running app's journal.
  ///
  /// - Throws: The problem with it.
  package init(_ excerpt: JournalExcerpt) throws(JournalFault) {
    self.init(
      contents: try JournalContents(words: excerpt.words), now: excerpt.now,
      treeOffset: excerpt.tree - excerpt.treeInJournal)
  }

  /// Appends the records that have arrived since.
  ///
  /// - Parameters:
  ///   - part: The part after the last record of this look.
  ///   - limit: The maximum size of both in bytes; beyond it, the oldest records are dropped.
  /// - Returns: nil if records are missing between the two, or if they belong to different
  ///   journals.
  /// - Throws: The problem with the parts.
  func followed(by part: JournalLook, limit: Int) throws(JournalFault) -> JournalLook? {
    if part.contents.records.isEmpty,
      part.contents.records.lowerBound == contents.records.upperBound,
      part.contents.isOfSameProcess(as: contents)
    {
      return JournalLook(contents: contents, now: part.now, treeOffset: part.treeOffset)
    }
    return try contents.followed(by: part.contents, limit: limit).map {
      JournalLook(contents: $0, now: part.now, treeOffset: part.treeOffset)
    }
  }

  /// The tree at a moment.
  ///
  /// - Parameters:
  ///   - number: the number of a record.
  ///   - name: the tree's name.
  /// - Throws: `MomentError` if there is no such moment.
  package func state(at number: Int, name: String) throws -> Replayed {
    let replay = try JournalReplay(of: contents, at: number)
    let snapshot = contents.adding(
      worksOfTree: replay.tree, at: number, to: try replay.snapshot(name: name))
    return Replayed(
      state: TreeState(snapshot: snapshot, tree: (replay.tree ?? 0) + treeOffset),
      isDescribed: replay.isDescribed)
  }

  /// A tree as it was.
  package struct Replayed {
    package let state: TreeState
    /// Whether the journal keeps labels and states.
    let isDescribed: Bool

    /// What is to be said of its labels and states; nil if they are as of the moment.
    var note: SafeText? {
      if !isDescribed { return "note: the journal has no labels and states of that time" }
      if state.snapshot.columns.nodes.ages.isEmpty { return nil }
      return "note: labels and states may be older where they are marked '(as of #…)'"
    }
  }
}

/// A capability of a target beyond showing its tree.
package enum Capability: Hashable, Sendable {
  /// Raised messages run handlers.
  case handlers
  /// The target knows which models left the tree and are still alive.
  case leaks
  /// The app performs actions that it offers.
  case actions
  /// The target has a journal.
  case journal
  /// The target can decode the values of raised messages from JSON.
  case payloads
  /// The app's clock and the answers of its work can be held.
  case exploring
}

/// The kind of a target's tree.
package enum TargetKind: Hashable, Sendable {
  /// The tree of a dump.
  case dump
  /// The tree of the prompt's own app.
  case live
  /// The tree of another running app.
  case remote
  /// The last known tree of an app that has ended.
  case ended
  /// A copy of a live tree, edited by `what-if`.
  case copy
  /// The tree of a journal's file.
  case journal
  /// A tree at a moment of its journal.
  case moment
  /// The memory of a process that has ended.
  case core
  /// The memory of a running process.
  case process

  /// The kind in one word, for programs.
  package var word: String { "\(self)" }

  /// The kind in words, such as `live tree`.
  var name: SafeText {
    switch self {
    case .dump: "dump"
    case .live: "live tree"
    case .remote: "running app"
    case .ended: "ended app"
    case .copy: "copy"
    case .journal: "journal"
    case .moment: "moment of the past"
    case .core: "core file"
    case .process: "process without an agent"
    }
  }
}

extension TargetKind {
  /// Whether the tree may change by itself.
  var isLive: Bool { self == .live || self == .remote }
}

// All explanations of missing capabilities, with their remedies.
extension Capability {
  /// Why a kind of target lacks the capability.
  func reason(_ kind: TargetKind) -> SafeText {
    switch (self, kind) {
    case (_, .ended): "the app has ended"
    case (.payloads, .remote): "the app's agent raises no message with a value"
    case (.handlers, _), (.payloads, _): "a \(kind.name) cannot run handlers"
    case (.exploring, .live), (.exploring, .remote): "the app gives no clock to hold"
    case (.exploring, _): "a \(kind.name) has no clock"
    case (.leaks, .live), (.leaks, .remote):
      "the app's objects do not say which of them left their tree"
    case (.leaks, _): "a \(kind.name) does not say which models left the tree and are still alive"
    case (.actions, .live), (.actions, .remote): "the app offers no actions"
    case (.actions, _): "a \(kind.name) performs no actions"
    case (.journal, .live), (.journal, .remote): "the app keeps no journal"
    case (.journal, _): "a \(kind.name) has no journal"
    }
  }

  /// How to reach a target with the capability.
  func remedy(_ kind: TargetKind) -> SafeText {
    switch kind {
    case .dump where self == .journal: "name the file of a journal, or a running app: @NAME"
    case .core where self == .leaks, .process where self == .leaks:
      "name a class: leaks \(kind == .core ? "CORE" : "@PID") --why TYPE"
    case .dump, .journal, .core, .process: "ask a running app, @NAME, or at the prompt inside it"
    case .copy: "'what-if reset' leads back to the live tree"
    case .moment: "'at now', or a command without --at, leads back to the present"
    case .ended: "'attach' looks at its successor"
    case .live where self == .exploring, .remote where self == .exploring:
      "pass an ExplorableClock to its Agent: exploring:"
    case .live where self == .journal: Self.journalRemedy("Inspector")
    case .remote where self == .journal: Self.journalRemedy("Agent")
    case .remote where self == .payloads: "update the package that the app is built with"
    case .live: self == .actions ? "pass them to its Inspector" : "inspect a tree of models"
    case .remote: self == .actions ? "pass them to its Agent" : "inspect a tree of models"
    }
  }

  /// How to give an app a journal.
  private static func journalRemedy(_ end: SafeText) -> SafeText {
    """
    pass a Journal(bytes:) to its SessionController or its \(end); objects that aren't models report \
    to it with 'record'
    """
  }
}

/// Why a command can't do its work.
package struct ConsoleError: Error, Hashable, Sendable {
  /// One line with the problem and its remedy.
  package let words: SafeText

  /// Creates an error.
  package init(_ words: SafeText) { self.words = words }

  /// The syntax of a command is wrong.
  static func misuse(usage: String) -> ConsoleError { ConsoleError("write it as: \(usage)") }

  /// A target lacks a capability that a command needs.
  package static func lacks(_ capability: Capability, _ kind: TargetKind) -> ConsoleError {
    ConsoleError("\(capability.reason(kind)); \(capability.remedy(kind))")
  }

  /// The app's tree was replaced while the command ran.
  static let otherTree = ConsoleError("the app has opened another tree; look again")
}

extension ConsoleError: CustomStringConvertible {
  /// One line with the problem and its remedy.
  package var description: String { words.string }
}
