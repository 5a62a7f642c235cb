import ModelTree

/// An exam in the making.
package struct Exam: Hashable, Sendable {
  package var subject = ""
  package var topic = ""
  package var minutes = 60
  package var questions = 30
}

/// The steps to a new exam; each adds the model of its screen as the user goes on.
package final class ExamCreationFlow: Model {
  package private(set) var exam = Exam()

  /// Tells that the exam was made, or given up.
  package let finishedSignal = SignalPipe<Void>()

  package override init(parent: Model, file: StaticString = #fileID, line: UInt = #line) {
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

  /// Goes on to a step; the steps that were taken after the one before it are taken back.
  private func push(_ step: Model, after steps: Int) {
    for old in children.dropFirst(steps) where old !== step {
      wantsRemoveChildSignal.sendNext(old)
    }
    pushChildSignal.sendNext(step)
  }
}

/// A list from which one is picked.
package class PickerModel: Model {
  /// All that there is to pick from.
  package let items: ObservableValue<[String]>
  /// What the screen offers: everything, or what a search has found.
  package let offers: ObservableValue<[String]>
  private weak var search: SearchModel?

  init(items: [String], parent: Model, file: StaticString, line: UInt) {
    self.items = ObservableValue(items)
    offers = ObservableValue(items)
    super.init(parent: parent, file: file, line: line)
    self.items.subscribeNext { [weak self] items in self?.offers.value = items }.ownedBy(self)
  }

  /// Offers what has a text in its name. The search is a model of its own, which comes with the
  /// first text that is looked for.
  package func search(_ text: String) { (search ?? beginSearch()).query.value = text }

  private func beginSearch() -> SearchModel {
    register(for: SearchErrors.nothingFound)
    let search = SearchModel(in: items, parent: self)
    search.results.subscribeNext { [weak self] found in self?.offers.value = found }.ownedBy(search)
    self.search = search
    return search
  }

  /// Picks an item, with which the flow goes on.
  package func pick(_ item: String) throws(MissingServiceError) {}
}

package final class ExamSubjectPickerModel: PickerModel {
  init(parent: Model, file: StaticString = #fileID, line: UInt = #line) {
    super.init(items: [], parent: parent, file: file, line: line)
    mayRaise(NetworkErrors.badResponse, NetworkErrors.badToken)
  }

  package override var state: KeyValuePairs<String, String> { ["subjects": "\(items.value.count)"] }

  func load() {
    guard let client = try? service(APIClient.self) else { return }
    task(orRaise: NetworkErrors.badResponse) {
      try await client.subjects()
    } then: { picker, subjects in
      picker.items.value = subjects
    }
  }

  /// Asks for the topics of a subject; the flow goes on when the answer comes.
  package override func pick(_ subject: String) throws(MissingServiceError) {
    let client: APIClient = try service()
    task(orRaise: NetworkErrors.badResponse) {
      try await client.topics(of: subject)
    } then: { picker, topics in
      (picker.parent as? ExamCreationFlow)?.didPick(subject: subject, topics: topics)
    }
  }
}

package final class ExamTopicPickerModel: PickerModel {
  init(topics: [String], parent: Model, file: StaticString = #fileID, line: UInt = #line) {
    super.init(items: topics, parent: parent, file: file, line: line)
  }

  package override var state: KeyValuePairs<String, String> { ["topics": "\(items.value.count)"] }

  package override func pick(_ topic: String) {
    (parent as? ExamCreationFlow)?.didPick(topic: topic)
  }
}

package final class ExamOptionsPickerModel: Model {
  package private(set) var minutes = 60
  package private(set) var questions = 30

  package override var state: KeyValuePairs<String, String> {
    ["minutes": "\(minutes)", "questions": "\(questions)"]
  }

  package func pick(minutes: Int, questions: Int) {
    self.minutes = minutes
    self.questions = questions
    (parent as? ExamCreationFlow)?.didPick(minutes: minutes, questions: questions)
  }
}

package final class ExamCreationConfirmationModel: Model {
  package let exam: Exam

  init(exam: Exam, parent: Model, file: StaticString = #fileID, line: UInt = #line) {
    self.exam = exam
    super.init(parent: parent, file: file, line: line)
  }

  package override var state: KeyValuePairs<String, String> {
    ["subject": exam.subject, "topic": exam.topic]
  }

  package func confirm() { (parent as? ExamCreationFlow)?.didConfirm() }
}
