import TreeAnalysis
import TreeSnapshot
import TreeSpec

/// Why an assertion does not hold.
struct Failure {
  /// What is wrong.
  var problem: Problem
  /// The tree as it is, to be kept as a dump.
  var tree: Snapshot?
  /// What happened before, to be kept as a file.
  var journal: FailureJournal?
  /// The name that the dump's name begins with; nil where that is the test's.
  var dumpName: String?
  /// The spec's file where the dump can be taken into it.
  var updatableSpec: String?
  /// How it is taken into it.
  var update: Update

  /// The ways of `modeltree check --update`.
  enum Update: String {
    /// The spec is changed where it differs.
    case patch
    /// The spec is not there, and written.
    case missing
  }

  init(
    _ problem: Problem, tree: Snapshot? = nil, dumpName: String? = nil,
    updatableSpec: String? = nil, update: Update = .patch
  ) {
    self.problem = problem
    self.tree = tree
    self.dumpName = dumpName
    self.updatableSpec = updatableSpec
    self.update = update
  }

  /// What is wrong.
  enum Problem {
    /// The tree is nil.
    case noTree
    /// The spec or its file cannot be read.
    case unusableSpec(any Error)
    /// The spec's file was not there, and is written now.
    case recorded(spec: String)
    /// The tree is not what the spec says.
    case wrongTree(SpecResult)
    /// Other models than the expected ones take the message.
    case wrongRoute(Route, label: String?, expected: [Int], in: Snapshot)
    /// A model of the expectation has left its tree.
    case detached(ModelName, DeclaredMessage)
    /// The expected taker is in another tree than the raiser.
    case otherTree(ModelName, raiser: ModelName, DeclaredMessage)
    /// Models left the tree and are still alive.
    case leaks(Leaks)
    /// Other messages were raised than expected.
    case otherMessages(MessageComparison)
    /// The journal dropped so many of the records that count.
    case droppedRecords(Int)
    /// A model is in no session's tree, which could be recorded.
    case noSession(ModelName)
  }

  /// A model, named by facts that it keeps after it has left its tree.
  struct ModelName {
    var type: String
    var id: Int
  }

  /// Models that left a tree and are still alive.
  struct Leaks {
    /// The type of the tree's root; nil for a session controller without a session.
    var root: String?
    var models: [LeakedModel]
    /// How many of them no other one holds.
    var heldFromOutside: Int
  }
}

/// What became of a file that a failure keeps.
enum KeptDump: Hashable, Sendable {
  /// It is an attachment of the test.
  case attached(name: String)
  /// It is an attachment in the report that Xcode makes of XCTest.
  case inReport(name: String)
  /// It is a file.
  case written(path: String)
  /// No folder was named.
  case notKept(name: String)
  /// It could not be written.
  case refused(name: String, reason: String)

  /// The environment variable with the folder for dumps where a test can have no attachments.
  static let folderVariable = "MODELTREE_ARTIFACTS"
}
