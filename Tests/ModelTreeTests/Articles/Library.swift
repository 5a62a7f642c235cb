// Library.swift: the app of "From an empty file to an inspected tree".
import ModelTree
import Observation
import TreeSnapshot

enum Loan {
  struct AlreadyLent: ErrorMessage { let title: String }
  struct NoAnswer: ErrorMessage {}
  struct SignedOut: ErrorMessage {}
  struct Made: EventMessage { let title: String }
}

enum Book {
  struct Open: BubbleMessage { let title: String }
  struct Close: BubbleMessage { let book: BookModel }
}

final class WelcomeSession: Session {}
@available(macOS 14, iOS 17, tvOS 17, *)
final class ReaderSession: Session {
  @Child({ ShelfFlow(parent: $0) }) var flow

  override func createServices() { provide(Catalog()) }

  override func sessionDidLoad() {
    register(for: Loan.SignedOut.self) { [weak self] _ in self?.close() }
  }

  override func handleUncaught(_ error: ModelError) { print("uncaught: \(error.debugDescription)") }
}
@available(macOS 14, iOS 17, tvOS 17, *)
final class ShelfFlow: Model {
  @Child({ ShelfModel(parent: $0) }) var shelf

  override init(parent: Model) {
    super.init(parent: parent)
    register(for: Loan.AlreadyLent.self)
    register(for: Book.Open.self) { [weak self] open in
      if let self { pushChildSignal.sendNext(BookModel(title: open.title, parent: self)) }
    }
    register(for: Book.Close.self) { [weak self] in self?.wantsRemoveChildSignal.sendNext($0.book) }
  }
}
@available(macOS 14, iOS 17, tvOS 17, *)
@Observable
final class ShelfModel: Model {
  private(set) var lent: [String] = []

  override init(parent: Model) {
    super.init(parent: parent)
    mayRaise(Book.Open.self)
    register(for: Loan.Made.self) { [weak self] loan in self?.lent.append(loan.title) }
  }

  func open(_ title: String) { raise(Book.Open(title: title)) }
}

final class BookModel: Model {
  @FromSession var catalog: Catalog
  let title: String
  override var label: String? { title }

  init(title: String, parent: Model) {
    self.title = title
    super.init(parent: parent)
    mayRaise(Loan.AlreadyLent.self, Loan.NoAnswer.self, Loan.SignedOut.self, Loan.Made.self)
    mayRaise(Book.Close.self)
  }
}
@available(macOS 14, iOS 17, tvOS 17, *)
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
@available(macOS 14, iOS 17, tvOS 17, *)
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

  func lend(_ title: String) throws {
    if title == "Emma" { throw Loan.NoAnswer() }
    if title == "Ulysses" { throw Loan.SignedOut() }
    if free.remove(title) == nil { throw Loan.AlreadyLent(title: title) }
  }

  func prepareToClose() { print("the catalog closes") }
}

extension BookModel {
  func borrow() {
    do {
      try catalog.lend(title)
      raise(Loan.Made(title: title))
    } catch {
      raise(error)
    }
    raise(Book.Close(book: self))
  }
}
@available(macOS 14, iOS 17, tvOS 17, *)
extension LibraryApp {
  func borrowDune() {
    let shelf = find(ShelfModel.self)
    withObservationTracking({ _ = shelf?.lent }, onChange: { print("the shelf changes") })
    find(BookModel.self)?.borrow()
    print("lent:", shelf?.lent ?? [])
  }
}
@available(macOS 14, iOS 17, tvOS 17, *)
extension LibraryApp {
  func run() {
    start()
    signIn()
    openDune()
    borrowDune()
    for title in ["Dune", "Emma", "Ulysses"] {
      find(ShelfModel.self)?.open(title)
      find(BookModel.self)?.borrow()
    }
    controller.session?.printSessionTree()
    signIn()
    find(ShelfModel.self)?.open("Emma")
  }
}
