package import TextIO
package import TreeSnapshot

/// An entry of a journal: one thing that happened. A journal has many, so that what few of them have is kept
/// apart.
@dynamicMemberLookup
package struct JournalRecord: Hashable, Sendable {
  /// The entry's number; the first one of a journal is 1.
  package var number = 0
  /// When it happened, in nanoseconds since 1970, in UTC.
  package var time = 0
  /// The same since the journal began, by a clock that can't be set.
  package var elapsed = 0
  /// What happened.
  package var event = JournalEvent.raised
  /// The model that raised a message, or that changed.
  package var node = JournalNode(tree: 1, id: 0)
  /// The record during whose handler it happened, if any.
  package var cause: Int?
  /// The model whose handler that was, in the same tree.
  package var byID: Int?
  /// Whether an inspector raised the message.
  package var isTest = false

  /// The message; of a registration, it may be a whole domain.
  package var message: KnownMessage?
  /// The record of the `raised` whose outcome this is, or of the event that the model receives.
  package var begun: Int?
  /// The model that handled the message.
  package var handler: Int?
  /// How many models let the message pass before the handler.
  package var hops: Int?
  /// How many models received the event.
  package var count: Int?
  /// How long the handlers took; nil if they have not returned.
  package var nanoseconds: Int?
  /// The latest record before they returned; nil if they have not.
  package var finishedAfter: Int?
  /// The `file:line` that created or registered it.
  package var source: String?

  /// The rest, if there is any.
  private var details: [Details] = []

  /// A part of what few records have.
  package subscript<Value: Equatable>(
    dynamicMember part: WritableKeyPath<Details, Value>
  ) -> Value {
    get { details.isEmpty ? Details.none[keyPath: part] : details[0][keyPath: part] }
    set {
      if details.isEmpty {
        if newValue == Details.none[keyPath: part] { return }
        details = [.none]
      }
      details[0][keyPath: part] = newValue
    }
  }

  /// What few records have.
  package struct Details: Hashable, Sendable {
    /// The parent of a model that was attached.
    package var parent: Int?
    /// Its type; also that of an object that raises a message and isn't a model.
    package var type: String?
    /// The type of an object that handled the message and isn't a model.
    package var handlerType: String?
    /// Whether it is a session; of a model that was detached, whether its whole tree ended with it.
    package var isSession = false
    /// The service that was provided.
    package var service: String?
    /// Its place among the session's services.
    package var place: Int?
    /// The object that shows the model; nil if it is gone.
    package var representation: String?
    /// The type of the values that a registration takes.
    package var payload: String?
    /// The codes that became known.
    package var vocabulary: [KnownMessage] = []

    /// The action's name, and the words after it.
    package var words: [String] = []
    /// The record that the work started; nil if it isn't known.
    package var started: Int?
    /// What became of the work.
    package var outcome: WorkOutcome?
    /// The note at a raise, the error that led to it, and the value that the message carries.
    package var context: String?
    package var underlying: String?
    package var value: String?
    /// The label and the state of a model that is looked at for the first time.
    package var label: String?
    package var state: [StateEntry] = []
    /// What changed, or nil for the label; what it was and what it is, or nil for nothing.
    package var key: String?
    package var old: String?
    package var new: String?
    /// The latest record before the model's last look: it changed after that one. Of a model that was
    /// detached, the latest before all models' last looks.
    package var since: Int?
    /// The receivers of an event that have no records of their own, by their types.
    package var rest: [Rest] = []

    fileprivate static let none = Details()
  }

  /// Receivers of one type.
  package struct Rest: Hashable, Sendable {
    package var type: String
    package var count: Int
  }
}

/// What became of asynchronous work.
package enum WorkOutcome: String, Hashable, Sendable {
  /// Its answer was taken.
  case answered
  /// It threw an error.
  case failed
  /// It was cancelled.
  case cancelled
  /// Its model had left, and nobody took the answer.
  case dropped
}

extension JournalRecord {
  /// The action's name and its words, as a line; nil for other records.
  package var action: String? { self.words.isEmpty ? nil : self.words.joined(separator: " ") }

  /// The record of the `raised` whose outcome this is.
  package var raise: Int? { event == .received ? nil : begun }

  /// The model whose handler it happened in.
  package var by: JournalNode? { byID.map { JournalNode(tree: node.tree, id: $0) } }

  /// Writes the members of the JSON object. What a record does not have is left out.
  package func write(to json: inout JSONObject) { RecordLine(self).write(to: &json) }

  /// The record as JSON.
  package var json: JSONText { .object { write(to: &$0) } }
}

/// A model in a journal.
package struct JournalNode: Hashable, Sendable {
  /// The number of its tree, from 1 in the order in which trees joined the journal.
  package var tree: Int
  /// The number by which its tree knows it.
  package var id: Int

  /// Names a model.
  package init(tree: Int, id: Int) {
    self.tree = tree
    self.id = id
  }
}

extension KnownMessage {
  /// Writes the members of the JSON object.
  package func write(to json: inout JSONObject) {
    json.write(self)
    json.write("label", label)
  }

  /// The JSON object.
  package var json: [UInt8] { JSONText.object { write(to: &$0) }.bytes }
}

extension JournalRecord {
  /// Whether its time is measured: a handler, an action, or what takes an answer.
  package var takesTime: Bool {
    runsHandlers || event == .received || event == .performed || self.outcome == .answered
      || self.outcome == .failed
  }

  /// Whether handlers run because of it.
  package var runsHandlers: Bool {
    event == .handled || event == .delivered || event == .uncaught && handler != nil
  }
}

extension JournalEvent {
  /// Whether it changes the tree.
  package var changesTree: Bool { Self.changesOfTree.contains(self) }

  private static let changesOfTree: Set<JournalEvent> = [
    .attached, .detached, .registered, .unregistered, .provided, .represented, .opened, .closed,
    .declared, .vocabulary, .described, .changed,
  ]
}

extension KnownMessage {
  /// A message that an app declares, or a model raises.
  package init(_ declared: DeclaredMessage) {
    let message = declared.message
    self.init(
      kind: message.kind, domain: message.domain, code: message.code, label: declared.label)
  }
}
