// LibraryApp.swift: a library that lets `modeltree` attach.
import ModelTree
import ModelTreeAgent

final class Library: Session {}

@MainActor final class LibraryApp {
  let controller = SessionController(anonymous: { Library() }, authorized: { _ in Library() })
  private var agent: Agent?

  func start() throws {
    controller.start()
    #if DEBUG
      let agent = Agent(name: "Library") { [controller] in controller.session }
      try agent.listen()
      self.agent = agent
    #endif
  }
}

final class Book: Model {}

@MainActor func explorableLibrary() -> (SessionController, Agent) {
  let clock = ExplorableClock()
  let controller = SessionController(
    clock: clock, anonymous: { Library() }, authorized: { _ in Library() })
  let lend = Agent.Action("lend", help: "Lend a book.") { _ in
    if let session = controller.session { _ = Book(parent: session) }
    return "lent"
  }
  let agent = Agent(name: "Library", actions: [lend], exploring: clock) { controller.session }
  return (controller, agent)
}
