import LiveTree
import ModelTree
import ModelTreeTesting

enum KioskErrors: Int, ErrorCode, CaseIterable {
  case offline = 1
  case rejected = 2
  case mixedUp = 3
}

enum KioskEvents: String, GlobalEventName, CaseIterable {
  case ordered = "Ordered"
  case saved = "Saved"
}

/// A mistake that the kiosk makes.
enum KioskDefect: CaseIterable {
  /// Nobody listens any more when a large order is rejected.
  case earlyRemoval
  /// A second counter of orders is made.
  case doubleHandler
  /// An answer to an earlier question comes after the one to a later question.
  case raceOfAnswers
  /// A closure retains the details that have left.
  case leakByClosure
  /// An event stays in a local session.
  case wrongSession
  /// A session is not opened, and has no service.
  case unopenedSession
  /// The third page of details raises what nobody handles.
  case uncaughtAtDepth
  /// Two models answer each other.
  case storm
  /// A timer keeps running after its screen has left.
  case timerOfGoneScreen
  /// No model handles an error that a service may throw.
  case failureOfService
}

/// An app of sections, details and orders.
@MainActor
final class Kiosk {
  let session: KioskSession

  init(_ defect: KioskDefect? = nil) {
    session = KioskSession(defect)
    session.open()
  }

  var explored: ExploredApp { ExploredApp(actions: actions) { [session] in session } }

  private func screen<Screen: Model>(_ type: Screen.Type) throws -> Screen {
    guard let screen = session.subtree.last(where: { $0 is Screen }) as? Screen else {
      throw NotThere(type: "\(type)")
    }
    return screen
  }

  private struct NotThere: Error { let type: String }

  private var actions: [AppAction] {
    [
      AppAction("show SECTION", values: ["SECTION": { ["news", "sport", "weather"] }]) {
        [self] words in
        try screen(SectionModel.self).show(words[0])
        return ""
      },
      AppAction("details") { [self] _ in
        try screen(SectionModel.self).showDetails()
        return ""
      },
      AppAction("more") { [self] _ in
        try screen(DetailsModel.self).showMore()
        return ""
      },
      AppAction("back") { [self] _ in
        try screen(DetailsModel.self).removeFromParent()
        return ""
      },
      AppAction("order COUNT") { [self] words in
        guard let count = Int(words[0]), count > 0 else { throw NotThere(type: "count") }
        try screen(DetailsModel.self).order(count)
        return ""
      },
      AppAction("edit") { [self] _ in
        try screen(DetailsModel.self).edit()
        return ""
      },
    ]
  }
}

final class KioskSession: Session {
  let planted: KioskDefect?

  init(_ defect: KioskDefect?) {
    planted = defect
    super.init()
    register(for: KioskErrors.offline)
  }

  override func createServices() { provide(KioskStore()) }

  override func sessionDidLoad() {
    _ = SectionModel(parent: self)
    _ = CounterModel(parent: self)
  }
}

final class KioskStore: Service {}

extension Model {
  fileprivate var defect: KioskDefect? { (root as? KioskSession)?.planted }
}

final class CounterModel: Model {
  private(set) var count = 0

  override init(parent: Model) {
    super.init(parent: parent)
    register(for: KioskEvents.ordered)
    register(for: KioskEvents.saved)
  }

  override var state: KeyValuePairs<String, String> { ["orders": "\(count)"] }

  override func handle(_ event: GlobalEvent) {
    count += 1
    if defect == .doubleHandler, count == 2, let parent { _ = CounterModel(parent: parent) }
  }
}

final class SectionModel: Model {
  private(set) var name = ""
  private var asked = ""

  override var state: KeyValuePairs<String, String> { ["name": name] }

  func show(_ section: String) {
    asked = section
    task { [self] in
      if defect == .failureOfService {
        let store: KioskStore = try service()
        try await store.mayThrow(KioskErrors.offline, KioskErrors.rejected)
      }
      try await sleep(for: section == "news" ? .milliseconds(300) : .milliseconds(100))
    } then: { model, _ in
      model.name = section
      guard model.defect == .raceOfAnswers, section != model.asked, section == "news" else {
        return
      }
      model.raise(KioskErrors.mixedUp)
    }
  }

  func showDetails() {
    if name.isEmpty || children.contains(where: { $0 is DetailsModel }) { return }
    _ = DetailsModel(depth: 1, parent: self)
  }
}

final class DetailsModel: Model {
  let depth: Int

  init(depth: Int, parent: Model) {
    self.depth = depth
    super.init(parent: parent)
    mayRaise(KioskErrors.offline)
    if defect == .leakByClosure, depth == 2 { register(for: KioskEvents.saved) { _ in _ = self } }
    if defect == .timerOfGoneScreen {
      Task { [self] in
        try? await clock.sleep(for: .seconds(1))
        if parent.children.isEmpty { raise(KioskErrors.mixedUp) }
      }
    }
  }

  override var state: KeyValuePairs<String, String> { ["depth": "\(depth)"] }

  func showMore() {
    if depth == 3 {
      if defect == .uncaughtAtDepth { raise(KioskErrors.mixedUp) }
      return
    }
    _ = DetailsModel(depth: depth + 1, parent: self)
  }

  func order(_ count: Int) {
    raise(KioskEvents.ordered)
    guard let session, count > 40 else { return }
    session.register(for: KioskErrors.rejected) { _ in }
    session.task { [session] in
      try await session.sleep(for: .seconds(2))
      throw KioskErrors.rejected
    }
    guard defect == .earlyRemoval else { return }
    session.task {
      try await session.sleep(for: .milliseconds(500))
    } then: { session, _ in
      session.unregister(for: KioskErrors.rejected)
    }
  }

  func edit() {
    let editing = Session(parent: self)
    if defect != .unopenedSession { editing.open() }
    editing.provide(KioskDraft())
    let editor = Model(parent: editing)
    if defect == .unopenedSession, depth == 2 { editor.raise(KioskErrors.mixedUp) }
    if defect == .wrongSession {
      editor.raise(KioskEvents.saved)
    } else {
      raise(KioskEvents.saved)
    }
    if defect == .storm, depth == 3 { storm(editor) }
    editing.close()
    editing.removeFromParent()
  }

  private func storm(_ editor: Model) {
    var rounds = 0
    editor.register(for: KioskErrors.mixedUp) { [weak editor] _ in
      rounds += 1
      if rounds < 200 { editor?.raise(KioskErrors.offline) }
    }
    register(for: KioskErrors.offline) { [weak editor] _ in editor?.raise(KioskErrors.mixedUp) }
    editor.raise(KioskErrors.mixedUp)
  }
}

final class KioskDraft: Service {}
