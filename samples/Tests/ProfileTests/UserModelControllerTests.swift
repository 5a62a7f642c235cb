import ProfileModels
import Testing

@MainActor
@Suite struct `The user model controller` {
  private let loader = HeldLoader()
  private let log = Log()

  private func controller(_ user: User = .sample()) -> UserModelController {
    UserModelController(user: user, dataLoader: loader)
  }

  private func note(_ result: Result<Void, LoadError>) {
    switch result {
    case .success: log.lines.append("updated")
    case .failure(let error): log.lines.append("failed: \(error.rawValue)")
    }
  }

  @Test(
    arguments: [
      (User.sample(), nil), (.sample(groups: []), .notInGroup),
      (.sample(permissions: [.posts]), .notPermitted),
      (.sample(groups: ["chess"], permissions: []), .notInGroup),
    ] as [(User, CommentError?)])
  func `comments need the group and the permission`(user: User, error: CommentError?) {
    let (controller, post) = (controller(user), Post(title: "Actors", group: "swift"))
    #expect(controller.commentError(on: post) == error)
    #expect(controller.allowComments(on: post) == (error == nil))
  }

  @Test func `every permission is listed with its status`() {
    var printed: [String] = []
    controller(.sample(permissions: [.messages])).enumeratePermissions {
      printed.append("\($0) \($1)")
    }
    #expect(printed == ["comments denied", "messages granted", "posts denied"])
  }

  @Test func `observers are called before the completion handler`() async throws {
    let controller = controller()
    let (one, two) = (NotingObserver("one", log), NotingObserver("two", log))
    for observer in [one, two, one] { controller.addObserver(observer) }
    controller.update(then: note)
    #expect(controller.displayName == "Anna Lee")
    try await loader.answer(.success(.sample("Berta")))
    #expect(log.lines == ["one: Berta Lee", "two: Berta Lee", "updated"])
  }

  @Test func `an answer that changes nothing calls the completion handler only`() async throws {
    let controller = controller()
    let observer = NotingObserver("one", log)
    controller.addObserver(observer)
    controller.update(then: note)
    try await loader.answer(.success(.sample()))
    #expect(log.lines == ["updated"])
  }

  @Test func `a failure leaves the user and tells the one who asked alone`() async throws {
    let controller = controller()
    let observer = NotingObserver("one", log)
    controller.addObserver(observer)
    controller.update(then: note)
    try await loader.answer(.failure(.missing))
    #expect(log.lines == ["failed: missing"])
    #expect(controller.displayName == "Anna Lee")
    #expect(!controller.isUpdating)
  }

  @Test func `who asks meanwhile waits for the same answer`() async throws {
    let controller = controller()
    for _ in 0..<3 { controller.update(then: note) }
    try await loader.answer(.success(.sample("Berta")))
    #expect(log.lines == ["updated", "updated", "updated"])
    #expect(loader.askedCount == 1)
  }

  @Test func `a handler may ask for the next update`() async throws {
    let controller = controller()
    controller.update { [note] result in
      note(result)
      controller.update(then: note)
    }
    try await loader.answer(.failure(.offline))
    try await loader.answer(.success(.sample("Berta")))
    #expect(log.lines == ["failed: offline", "updated"])
    #expect(loader.askedCount == 2)
  }

  @Test func `the answer to an update that was ended is passed over`() async throws {
    let controller = controller()
    controller.update(then: note)
    try await Task.sleep(for: .milliseconds(1))
    try controller.failUpdate(with: .offline)
    controller.update(then: note)
    try await loader.answer(.success(.sample("Old")))
    #expect(controller.displayName == "Anna Lee")
    #expect(controller.isUpdating)
    try await loader.answer(.success(.sample("New")))
    #expect(controller.displayName == "New Lee")
    #expect(log.lines == ["failed: offline", "updated"])
  }

  @Test func `an update that is not under way cannot fail`() {
    #expect(throws: NotUpdating()) { try controller().failUpdate(with: .offline) }
  }

  @Test func `an observer is not retained, and its observation ends with it`() async throws {
    let controller = controller()
    var observer: NotingObserver? = NotingObserver("one", log)
    weak let freed = observer
    if let observer { controller.addObserver(observer) }
    #expect(controller.observerCount == 1)
    observer = nil
    #expect(freed == nil)
    #expect(controller.observerCount == 0)
    controller.update(then: note)
    try await loader.answer(.success(.sample("Berta")))
    #expect(log.lines == ["updated"])
  }

  @Test func `an observer may release another, which is not called then`() async throws {
    let controller = controller()
    let first = NotingObserver("first", log)
    var second: NotingObserver? = NotingObserver("second", log)
    controller.addObserver(first)
    if let second { controller.addObserver(second) }
    first.next = { second = nil }
    controller.update(then: note)
    try await loader.answer(.success(.sample("Berta")))
    #expect(log.lines == ["first: Berta Lee", "updated"])
    #expect(second == nil)
  }

  @Test func `a controller is freed while its answer is on the way`() async throws {
    var controller: UserModelController? = controller()
    weak let freed = controller
    controller?.update(then: note)
    try await Task.sleep(for: .milliseconds(1))
    controller = nil
    #expect(freed == nil)
    try await loader.answer(.success(.sample("Berta")))
    #expect(log.lines == [])
  }

  @Test func `a controller that goes does not let its loader go on`() async throws {
    let slow = SlowLoader(loader, delay: .seconds(600))
    slow.slowNext()
    var controller: UserModelController? = UserModelController(user: .sample(), dataLoader: slow)
    controller?.update(then: note)
    try #require(await comes { slow.isDelaying })
    controller = nil
    #expect(await comes { !slow.isDelaying })
    #expect(loader.askedCount == 0)
  }
}
