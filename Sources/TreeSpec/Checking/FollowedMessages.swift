import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// What the names of messages in lines lead to, in a tree that changes.
struct FollowedMessages {
  /// What they lead to; nil before the first look.
  var names: MessageNames?
  private let asked: [(kind: Message.Kind, name: MessageName)]
  private var counts: [JournalMessage: Int] = [:]
  private var own: [Int: [JournalMessage]] = [:]
  /// Whether names lead to the same messages, in whatever order the tree has them.
  private var isPlain = true

  /// Nil where no line names a message.
  init?(_ spec: Spec) {
    asked = spec.lines.flatMap { line in
      [line.attributes.handles, line.attributes.raises].flatMap { $0?.elements ?? [] }
        .compactMap { if case .named(let name) = $0.message { ($0.kind, name) } else { nil } }
    }
    if asked.isEmpty { return nil }
  }

  /// Takes what was touched.
  ///
  /// - Parameter anew: whether all is new.
  /// - Returns: whether names may lead to other messages than before.
  mutating func take(_ touched: TouchedModels, _ tree: ReplayedTree, anew: Bool) -> Bool {
    if anew || touched.hasVocabulary {
      counts = [:]
      own = [:]
      // What the app declares is known, whoever comes and goes.
      for message in tree.vocabulary { counts[message, default: 0] += 1 }
      for id in tree.ids { add(tree.messages(of: id), of: id) }
      check()
      return true
    }
    var others: Set<JournalMessage> = []
    for id in touched.gone.keys { remove(id, &others) }
    for id in touched.changed where tree.type(of: id) != nil {
      let messages = tree.messages(of: id)
      if own[id] == messages { continue }
      remove(id, &others)
      others.formUnion(messages.filter { counts[$0] == nil })
      add(messages, of: id)
    }
    if !others.isEmpty { check() }
    return !isPlain || others.contains(where: isAsked)
  }

  private mutating func add(_ messages: [JournalMessage], of id: Int) {
    own[id] = messages
    for message in messages { counts[message, default: 0] += 1 }
  }

  private mutating func remove(_ id: Int, _ others: inout Set<JournalMessage>) {
    for message in own.removeValue(forKey: id) ?? [] {
      guard let count = counts[message] else { continue }
      counts[message] = count > 1 ? count - 1 : nil
      if count == 1 { others.insert(message) }
    }
  }

  /// Whether a name may lead to a message, or to one of its domain.
  private func isAsked(_ message: JournalMessage) -> Bool {
    let names = [message.code, message.label].compactMap { $0 }
    return asked.contains { kind, name in
      guard kind == message.kind else { return false }
      if let domain = name.domain, let code = name.code {
        return domain == message.domain && (message.code == nil || names.contains(code))
      }
      let bare = name.bare ?? ""
      return names.contains { $0 == bare || "\(message.domain).\($0)" == bare }
        || message.code == nil && bare.hasPrefix("\(message.domain).")
    }
  }

  /// A message has the label of the first model that gives it one, and a name may lead to two that look
  /// alike.
  private mutating func check() {
    var labels: [[String?]: String] = [:]
    isPlain = counts.keys.allSatisfy { message in
      let texts = [message.domain, message.code ?? "", message.label ?? ""]
      guard texts.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) else { return false }
      guard let label = message.label else { return true }
      let key = [message.kind.rawValue, message.domain, message.code]
      defer { labels[key] = label }
      return labels[key] ?? label == label
    }
  }
}
