public import ModelTree

/// The session of a user who is signed in.
public final class AppAuthorizedSession: Session {
  public let credentials: Credentials
  private let isolation: TreeIsolation

  public init(
    _ credentials: Credentials, isolation: TreeIsolation, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.credentials = credentials
    self.isolation = isolation
    super.init(file: file, line: line)
    register(for: NetworkErrors.badToken)
  }

  public override var state: KeyValuePairs<String, String> { ["user": credentials.userName] }

  public override func createServices() { provide(APIClient(isolation: isolation)) }

  public override func sessionDidLoad() { pushChildSignal.sendNext(MainFlow(parent: self)) }

  /// A token that is no longer good ends the session.
  public override func handle(_ error: ModelError) {
    super.handle(error)
    if error.is(NetworkErrors.badToken) { close() }
  }
}

/// What a user sees who is signed in: the dashboard, the side menu, and at times an exam in the
/// making.
public final class MainFlow: Model {
  /// Tells that the side menu should be shown.
  public let showSideMenuSignal = Pipe<Void>()

  public override init(parent: Model, file: StaticString = #fileID, line: UInt = #line) {
    super.init(parent: parent, file: file, line: line)
    register(for: MainFlowBubble.showSideMenu)
    register(for: AppEvent.startExam)
    _ = DashboardModel(parent: self)
    _ = SideMenuModel(parent: self)
  }

  public override func handle(_ bubble: BubbleNotification) { showSideMenuSignal.sendNext() }

  public override func handle(_ event: GlobalEvent) { showExamCreation() }

  private func showExamCreation() {
    if children.contains(where: { $0 is ExamCreationFlow }) { return }
    let flow = ExamCreationFlow(parent: self)
    flow.finishedSignal.subscribeNext { [weak self, weak flow] in
      guard let flow else { return }
      self?.wantsRemoveChildSignal.sendNext(flow)
      flow.removeFromParent()
    }.ownedBy(self)
    pushChildSignal.sendNext(flow)
  }
}

/// The first screen.
public final class DashboardModel: Model {
  public override init(parent: Model, file: StaticString = #fileID, line: UInt = #line) {
    super.init(parent: parent, file: file, line: line)
    mayRaise(MainFlowBubble.showSideMenu)
    mayRaise(AppEvent.startExam)
  }

  public func showSideMenu() { raise(MainFlowBubble.showSideMenu) }

  public func startExam() { raise(AppEvent.startExam) }
}

/// The menu at the side, which counts exams.
public final class SideMenuModel: Model {
  public private(set) var examsCount = 0

  public override init(parent: Model, file: StaticString = #fileID, line: UInt = #line) {
    super.init(parent: parent, file: file, line: line)
    register(for: AppEvent.examCreated)
    mayRaise(AppEvent.startExam)
  }

  public override var state: KeyValuePairs<String, String> { ["examsCount": "\(examsCount)"] }

  public override func handle(_ event: GlobalEvent) { examsCount += 1 }

  public func startExam() { raise(AppEvent.startExam) }

  public func logOut() { session?.close() }
}
