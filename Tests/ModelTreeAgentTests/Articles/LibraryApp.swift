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
