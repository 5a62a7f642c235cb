public import ModelTree

/// An exam in the making.
public struct Exam: Hashable, Sendable {
  public var subject = ""
  public var topic = ""
  public var minutes = 60
  public var questions = 30
}

/// The steps to a new exam; each adds the model of its screen as the user goes on.
public final class ExamCreationFlow: Model {
  public private(set) var exam = Exam()

  /// Tells that the exam was made, or given up.
  public let finishedSignal = Pipe<Void>()

  public override init(parent: Model, file: StaticString = #fileID, line: UInt = #line) {
    super.init(parent: parent, file: file, line: line)
    register(for: NetworkErrors.badResponse)
    mayRaise(AppEvent.examCreated)
    let subjects = ExamSubjectPickerModel(parent: self)
    pushChildSignal.sendNext(subjects)
    subjects.load()
  }

  func didPick(subject: String, topics: [String]) {
    exam.subject = subject
    push(ExamTopicPickerModel(topics: topics, parent: self), after: 1)
  }

  func didPick(topic: String) {
    exam.topic = topic
    push(ExamOptionsPickerModel(parent: self), after: 2)
  }

  func didPick(minutes: Int, questions: Int) {
    exam.minutes = minutes
    exam.questions = questions
    push(ExamCreationConfirmationModel(exam: exam, parent: self), after: 3)
  }

  func didConfirm() {
    raise(AppEvent.examCreated, with: exam)
    finishedSignal.sendNext()
  }

  /// Goes on to a step; the steps that stood behind it before are taken back.
  private func push(_ step: Model, after steps: Int) {
    for old in children.dropFirst(steps) where old !== step { old.removeFromParent() }
    pushChildSignal.sendNext(step)
  }
}

public final class ExamSubjectPickerModel: Model {
  /// The subjects to pick from, once the server has answered.
  public let subjects = Observable<[String]>([])

  public override init(parent: Model, file: StaticString = #fileID, line: UInt = #line) {
    super.init(parent: parent, file: file, line: line)
    mayRaise(NetworkErrors.badResponse, NetworkErrors.badToken)
  }

  public override var state: KeyValuePairs<String, String> {
    ["subjects": "\(subjects.value.count)"]
  }

  func load() {
    guard let client = try? service(APIClient.self) else { return }
    client.subjects { [weak self] result in
      switch result {
      case .success(let subjects): self?.subjects.value = subjects
      case .failure(let error): self?.raise(error)
      }
    }
  }

  /// Asks for the topics of a subject; the flow goes on when the answer comes.
  public func pick(_ subject: String) throws(MissingServiceError) {
    let client: APIClient = try service()
    client.topics(of: subject) { [weak self] result in
      switch result {
      case .success(let topics):
        (self?.parent as? ExamCreationFlow)?.didPick(subject: subject, topics: topics)
      case .failure(let error):
        self?.raise(error)
      }
    }
  }
}

public final class ExamTopicPickerModel: Model {
  public let topics: [String]

  init(topics: [String], parent: Model, file: StaticString = #fileID, line: UInt = #line) {
    self.topics = topics
    super.init(parent: parent, file: file, line: line)
  }

  public override var state: KeyValuePairs<String, String> { ["topics": "\(topics.count)"] }

  public func pick(_ topic: String) { (parent as? ExamCreationFlow)?.didPick(topic: topic) }
}

public final class ExamOptionsPickerModel: Model {
  public private(set) var minutes = 60
  public private(set) var questions = 30

  public override var state: KeyValuePairs<String, String> {
    ["minutes": "\(minutes)", "questions": "\(questions)"]
  }

  public func pick(minutes: Int, questions: Int) {
    self.minutes = minutes
    self.questions = questions
    (parent as? ExamCreationFlow)?.didPick(minutes: minutes, questions: questions)
  }
}

public final class ExamCreationConfirmationModel: Model {
  public let exam: Exam

  init(exam: Exam, parent: Model, file: StaticString = #fileID, line: UInt = #line) {
    self.exam = exam
    super.init(parent: parent, file: file, line: line)
  }

  public override var state: KeyValuePairs<String, String> {
    ["subject": exam.subject, "topic": exam.topic]
  }

  public func confirm() { (parent as? ExamCreationFlow)?.didConfirm() }
}
