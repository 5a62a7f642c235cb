import ModelTree

/// The session of a signed-in user.
package final class AppAuthorizedSession: Session {
  package init(
    _ credentials: Credentials, file: StaticString = #fileID, line: UInt = #line
  ) {
    super.init(credentials: credentials, file: file, line: line)
    register(for: NetworkErrors.badToken)
  }

  package override var state: KeyValuePairs<String, String> {
    ["user": credentials?.userName ?? ""]
  }

  package override func createServices() { provide(APIClient(clock: clock)) }

  package override func sessionDidLoad() { pushChildSignal.sendNext(MainFlow(parent: self)) }

  /// A token that is no longer good ends the session.
  package override func handle(_ error: ModelError) {
    super.handle(error)
    if error.is(NetworkErrors.badToken) { close() }
  }
}

/// What a signed-in user sees: the dashboard, the side menu, and at times an exam in the
/// making.
package final class MainFlow: Model {
  /// Tells that the side menu should be shown.
  package let showSideMenuSignal = SignalPipe<Void>()

  package override init(parent: Model, file: StaticString = #fileID, line: UInt = #line) {
    super.init(parent: parent, file: file, line: line)
    register(for: MainFlowBubble.showSideMenu)
    register(for: AppEvent.startExam)
    _ = DashboardModel(parent: self)
    _ = SideMenuModel(parent: self)
  }

  package override func handle(_ bubble: BubbleNotification) { showSideMenuSignal.sendNext() }

  package override func handle(_ event: GlobalEvent) { showExamCreation() }

  private func showExamCreation() {
    if children.contains(where: { $0 is ExamCreationFlow }) { return }
    let flow = ExamCreationFlow(parent: self)
    flow.finishedSignal.subscribeNext { [weak self, weak flow] in
      if let flow { self?.wantsRemoveChildSignal.sendNext(flow) }
    }.ownedBy(self)
    pushChildSignal.sendNext(flow)
  }
}

/// The first screen.
package final class DashboardModel: Model {
  package override init(parent: Model, file: StaticString = #fileID, line: UInt = #line) {
    super.init(parent: parent, file: file, line: line)
    mayRaise(MainFlowBubble.showSideMenu)
    mayRaise(AppEvent.startExam)
  }

  package func showSideMenu() { raise(MainFlowBubble.showSideMenu) }

  package func startExam() { raise(AppEvent.startExam) }
}

/// The menu at the side, which counts exams.
package final class SideMenuModel: Model {
  package private(set) var examsCount = 0

  package override init(parent: Model, file: StaticString = #fileID, line: UInt = #line) {
    super.init(parent: parent, file: file, line: line)
    register(for: AppEvent.examCreated)
    mayRaise(AppEvent.startExam)
  }

  package override var state: KeyValuePairs<String, String> { ["examsCount": "\(examsCount)"] }

  package override func handle(_ event: GlobalEvent) {
    examsCount += 1
    if let exam = event.object as? Exam, exam.questions > APIClient.quickQuestions { upload(exam) }
  }

  /// Uploads an exam whose questions take a while, and shows for a moment that it does.
  private func upload(_ exam: Exam) {
    guard let client = try? service(APIClient.self) else { return }
    register(for: UploadErrors.rejected) { [weak self] in self?.errorSignal.sendNext($0) }
    task(orRaise: UploadErrors.rejected) {
      try await client.upload(exam)
    }
    // Here is the mistake that the journal finds: the notice is hidden before the answer comes, and
    // with it goes who listens for a failure.
    task { [clock] in
      try? await clock.sleep(for: .milliseconds(500))
    } then: { menu, _ in
      menu.unregister(for: UploadErrors.rejected)
    }
  }

  package func startExam() { raise(AppEvent.startExam) }

  package func logOut() { session?.close() }
}
