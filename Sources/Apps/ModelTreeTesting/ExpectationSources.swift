public import ModelTree
public import ModelTreeJournal

/// What `expectJournal` compares the messages of: a model stands for its tree, a session controller for
/// all its sessions, a journal for the objects that report to it.
@MainActor
public protocol JournalSource: AnyObject {
  /// Begins a journal if there is none.
  ///
  /// - Returns: what is recorded from now on.
  func recordedFromNow() -> RecordedPart
}

extension Model: JournalSource {
  /// Records the model's tree from now on.
  public func recordedFromNow() -> RecordedPart {
    let session = root as? Session
    if recording == nil { session?.record(in: Journal(bytes: RecordedPart.bytes)) }
    return RecordedPart(recording?.journal, outsider: session == nil ? shownName : nil)
  }
}

extension SessionController: JournalSource {
  /// Records the sessions from now on.
  public func recordedFromNow() -> RecordedPart {
    if journal == nil { record(in: Journal(bytes: RecordedPart.bytes)) }
    return RecordedPart(journal)
  }
}

extension Journal: JournalSource {
  /// Takes what is reported from now on.
  public func recordedFromNow() -> RecordedPart { RecordedPart(self) }
}

/// What a journal records from now on.
@MainActor
public struct RecordedPart {
  let journal: Journal?
  /// The number of the last record before.
  let start: Int
  /// The model whose tree can't be recorded; nil if it can.
  let outsider: String?

  /// The size of a journal that begins here: room for 5,000 records.
  fileprivate static let bytes = 1 << 18

  fileprivate init(_ journal: Journal?, outsider: String? = nil) {
    self.journal = journal
    self.outsider = outsider
    start = journal?.recordCount ?? 0
  }
}

/// What `expectNoLeaks` watches: a model stands for its tree, a session controller for those of all its
/// sessions.
@MainActor
public protocol LeakSource: AnyObject {
  /// Begins to keep the places that models leave.
  ///
  /// - Returns: the trees whose models may leak.
  func watchedTrees() -> WatchedTrees
}

extension Model: LeakSource {
  /// Watches the model's tree.
  public func watchedTrees() -> WatchedTrees {
    beginKeepingFormerPlaces()
    return WatchedTrees(root: root, held: id) { [self] in [treeLeaks()] }
  }
}

extension SessionController: LeakSource {
  /// Watches the trees of the sessions, the closed ones too.
  public func watchedTrees() -> WatchedTrees {
    beginKeepingFormerPlaces()
    return WatchedTrees(root: session, held: nil, leaks: treeLeaks)
  }
}

/// The trees whose models may leak.
@MainActor
public struct WatchedTrees {
  /// The type of the trees' root; nil for a session controller without a session.
  let root: String?
  /// The id of a model that the caller retains: it doesn't count, nor does anything that it retains.
  let held: Int?
  /// The leaked models now.
  let leaks: () -> [TreeLeaks]

  fileprivate init(root: Model?, held: Int?, leaks: @escaping () -> [TreeLeaks]) {
    self.root = root.map { String(describing: type(of: $0)) }
    self.held = held
    self.leaks = leaks
  }
}
