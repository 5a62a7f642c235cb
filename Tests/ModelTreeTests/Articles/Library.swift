// Library.swift: the app of "From an empty file to an inspected tree".
import ModelTree
import TreeSnapshot

enum LoanErrors: String, ErrorCode, CaseIterable { case alreadyLent, noAnswer, signedOut }
enum LibraryBubble: String, BubbleNotificationName, CaseIterable { case openBook, closeBook }
enum LibraryEvent: String, GlobalEventName, CaseIterable { case bookLent }

final class WelcomeSession: Session {}

final class ReaderSession: Session {
  override func createServices() { provide(Catalog()) }

  override func sessionDidLoad() {
    register(for: LoanErrors.signedOut) { [weak self] error in
      print("session: \(error)")
      self?.close()
    }
    _ = ShelfFlow(parent: self)
  }

  override func handleUncaught(_ error: ModelError) { print("uncaught: \(error.debugDescription)") }
}

final class ShelfFlow: Model {
  override init(parent: Model) {
    super.init(parent: parent)
    register(forAll: LibraryBubble.self)
    register(for: LoanErrors.alreadyLent)
    _ = ShelfModel(parent: self)
  }

  override func handle(_ bubble: BubbleNotification) {
    if bubble.is(LibraryBubble.closeBook) {
      wantsRemoveChildSignal.sendNext(bubble.sender)
    } else if let title = bubble.object as? String {
      pushChildSignal.sendNext(BookModel(title: title, parent: self))
    }
  }
}

final class ShelfModel: Model {
  let lent = ObservableValue<[String]>([])

  override init(parent: Model) {
    super.init(parent: parent)
    mayRaise(LibraryBubble.openBook)
    register(for: LibraryEvent.bookLent) { [lent] event in
      if let title = event.object as? String { lent.value.append(title) }
    }
  }

  func open(_ title: String) { raise(LibraryBubble.openBook, with: title) }
}

final class BookModel: Model {
  let title: String
  override var label: String? { title }

  init(title: String, parent: Model) {
    self.title = title
    super.init(parent: parent)
    mayRaise(LoanErrors.alreadyLent, .noAnswer, .signedOut)
    mayRaise(LibraryEvent.bookLent)
    mayRaise(LibraryBubble.closeBook)
  }
}

@MainActor final class LibraryApp {
  private var screens: [LibraryScreen] = []
  let controller = SessionController(
    anonymous: { WelcomeSession() }, authorized: { ReaderSession(credentials: $0) })

  func start() {
    controller.sessionSignal.subscribeNext { [weak self] session in
      self?.screens = []
      if let session { self?.push(session) }
    }
    controller.start()
  }

  func signIn() {
    controller.session?.close(with: Credentials(userID: "1", userName: "Ann", token: "t1"))
  }

  private func push(_ model: Model) {
    let screen = LibraryScreen()
    model.applyRepresentation(screen)
    screens.append(screen)
    model.pushChildSignal.subscribeNext { [weak self] in self?.push($0) }.ownedBy(model)
    model.wantsRemoveChildSignal.subscribeNext { [weak self] child in
      self?.screens.removeAll { $0.tie?.model === child }
    }.ownedBy(model)
    model.errorSignal.subscribeNext { print("alert: \($0)") }.ownedBy(model)
    for child in model.children { push(child) }
  }
}

final class LibraryScreen: Representation { var tie: RepresentationTie? }

extension LibraryApp {
  /// In a real app each screen knows its own model.
  func find<Wanted: Model>(_ type: Wanted.Type) -> Wanted? {
    controller.session?.subtree.lazy.compactMap { $0 as? Wanted }.first
  }

  func openDune() {
    find(ShelfModel.self)?.open("Dune")
    find(BookModel.self)?.printSessionTree(
      withOptions: [.representation, .globalEvents, .bubbles, .errors, .youAreHere])
  }
}

final class Catalog: Service {
  private var free: Set = ["Dune", "Emma", "Ulysses"]

  func lend(_ title: String) throws(ModelError) {
    if title == "Emma" { throw ModelError(LoanErrors.noAnswer, context: "nothing about Emma") }
    if title == "Ulysses" { throw ModelError(LoanErrors.signedOut, context: "the token is old") }
    if free.remove(title) == nil { throw ModelError(LoanErrors.alreadyLent, context: title) }
  }

  func prepareToClose() { print("the catalog closes") }
}

extension BookModel {
  func borrow() throws(MissingServiceError) {
    let catalog = try service(Catalog.self)
    do throws(ModelError) {
      try catalog.lend(title)
      raise(LibraryEvent.bookLent, with: title)
    } catch {
      raise(error)
    }
    raise(LibraryBubble.closeBook)
  }
}

extension LibraryApp {
  func borrowDune() throws {
    guard let shelf = find(ShelfModel.self) else { return }
    shelf.lent.filter { !$0.isEmpty }.map { $0.joined(separator: ", ") }
      .subscribeNext { print("lent: \($0)") }.ownedBy(shelf)
    try find(BookModel.self)?.borrow()
  }
}

extension LibraryApp {
  func meetErrors() throws {
    for title in ["Dune", "Emma", "Ulysses"] {
      find(ShelfModel.self)?.open(title)
      try find(BookModel.self)?.borrow()
    }
    controller.session?.printSessionTree()
    do { _ = try controller.session?.service(Catalog.self) } catch { print(error) }
  }

  func run() throws {
    start()
    signIn()
    openDune()
    try borrowDune()
    try meetErrors()
    signIn()
    find(ShelfModel.self)?.open("Emma")
  }
}
