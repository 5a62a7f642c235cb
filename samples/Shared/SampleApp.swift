import ModelTree
import ModelTreeAgent
import ModelTreeInspector
import ModelTreeJournal
import TreeSnapshot

/// An app in a terminal: what a person would see is printed in lines, what a person would tap is typed.
@MainActor
package protocol SampleApp: AnyObject {
  /// What the app is called.
  static var name: String { get }
  /// What a person can do, in the order of the help.
  static var actions: [TypedAction<Self>] { get }
  /// Whether an error in a script names the line.
  static var namesLines: Bool { get }

  /// Makes an app as it is with nothing but what the sample brings along, and starts it.
  ///
  /// - Parameters:
  ///   - journal: records what the app does.
  ///   - output: shows a line to the person.
  static func sample(
    recordingIn journal: Journal, output: @escaping (String) -> Void
  ) async throws -> Self

  /// Records what the app does.
  var journal: Journal { get }
  /// Shows a line to the person.
  var output: (String) -> Void { get }
  /// The clock of the app, which an explorer can hold; nil where it waits by others.
  var clock: ExplorableClock? { get }
  /// The root of the tree that an inspector shows; nil where there is none.
  var root: AnyObject? { get }

  /// Prepares for an action that is about to be performed.
  func prepare(for action: String)
  /// Says why something that was typed cannot be done.
  func complain(_ error: any Error)
  /// Waits until everything has been answered, but for what is held back.
  func settle() async
  /// Waits until what takes its time has been answered, too.
  func wait() async
  /// Ends what is under way before the process leaves.
  func finish() async
}

extension SampleApp {
  package static var namesLines: Bool { false }

  /// The same, recorded in memory.
  package static func sample(output: @escaping (String) -> Void) async throws -> Self {
    try await sample(recordingIn: .sample(), output: output)
  }

  package var clock: ExplorableClock? { nil }
  package func prepare(for action: String) {}
  package func complain(_ error: any Error) { output("! \(error)") }
  package func wait() async { await settle() }
  package func finish() async { await settle() }

  /// An inspector of the running app, which can do what a person can. It keeps nothing alive.
  package func inspector() -> Inspector {
    Inspector(name: Self.name, actions: inspectorActions, journal: journal) { [weak self] in
      self?.root
    }
  }

  /// Lets other processes look at the running app, in the same way.
  package func agent() -> Agent {
    Agent(name: Self.name, actions: inspectorActions, journal: journal, exploring: clock) {
      [weak self] in self?.root
    }
  }

  /// What a person can do, for an inspector. It keeps nothing alive.
  package var inspectorActions: [Inspector.Action] {
    Self.actions.map { action in
      let values = action.values.mapValues { values in
        { [weak self] in self.map { app in MainActor.assumeIsolated { values(app) } } ?? [] }
      }
      return Inspector.Action(action.usage, help: action.help, values: values) {
        [weak self] words in
        guard let self else { return "" }
        prepare(for: action.name)
        try action.perform(self, TypedWords(words.joined(separator: " ")))
        return ""
      }
    }
  }

  /// The tree as it is now. Objects are numbered as they stand, and not as they were first recorded.
  package func snapshot() async throws -> Snapshot {
    try await Inspector(name: Self.name) { self.root }.snapshot()
  }
}

extension Journal {
  /// What a sample records in: enough for 5,000 records.
  ///
  /// - Parameter file: where it is kept; left out, in memory.
  /// - Throws: `JournalFileError` where the file cannot be made, or is something else than a journal.
  package static func sample(file: String) throws(JournalFileError) -> Journal {
    try Journal(bytes: sampleBytes, file: file)
  }

  package static func sample() -> Journal { Journal(bytes: sampleBytes) }

  static let sampleBytes = 1 << 18
}
