import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// Which routes and subscriptions are known, and which of them were reached.
package struct Reached: Sendable {
  /// Things in the order in which they became known, and whether each was reached.
  package struct Table: Sendable {
    private(set) var names: [String] = []
    private var isReached: [String: Bool] = [:]

    /// - Returns: whether it is reached for the first time.
    @discardableResult
    mutating func note(_ name: String, reached: Bool) -> Bool {
      let known = isReached[name]
      if known == nil { names.append(name) }
      isReached[name] = reached || known == true
      return reached && known != true
    }

    func has(_ name: String) -> Bool { isReached[name] != nil }

    package var unreached: [String] { names.filter { isReached[$0] == false } }
    package var reached: Int { names.count - unreached.count }
    package var known: Int { names.count }
  }

  package private(set) var routes = Table()
  package private(set) var subscriptions = Table()
  package private(set) var actions = Table()

  mutating func note(action: String, done: Bool) { actions.note(action, reached: done) }

  /// Learns the routes and subscriptions of a tree.
  mutating func learn(_ tree: Snapshot) {
    for position in tree.positions {
      let node = tree[position]
      for own in node.subscriptions {
        subscriptions.note(
          Self.subscription(node.type, own.kind, own.domain, own.code, own.source), reached: false)
      }
      for declared in node.raises {
        let route = tree.route(of: declared.message, raisedAt: position)
        let taker: String? =
          if case .handled(let handler) = route.outcome { tree[handler].type } else { nil }
        routes.note(
          Self.route(declared.message.description, node.type, taker, route.outcome.word),
          reached: false)
      }
    }
  }

  private static func subscription(
    _ type: String, _ kind: Message.Kind, _ domain: String, _ code: String?, _ source: String?
  ) -> String {
    "\(type)'s subscription to \(kind.rawValue) \(domain).\(code ?? "*")"
      + (source.map { ", \($0)" } ?? "")
  }

  private static func route(
    _ message: String, _ raiser: String, _ taker: String?, _ outcome: String
  ) -> String {
    "\(message) of \(raiser), \(taker.map { "handled by \($0)" } ?? outcome)"
  }

  /// Learns what was reached in a run.
  ///
  /// - Returns: the latest record that reached something new; nil if none did.
  mutating func learn(_ journal: JournalContents) -> Int? {
    var latest: Int?
    let types = JournalTypes(of: journal)
    var raisers: [Int: String] = [:]
    journal.forEachRecord(
      of: [.raised, .handled, .uncaught, .unhandled, .unheard, .delivered, .received]
    ) { record in
      let own = record.type ?? types[record.node] ?? "…"
      if record.event == .raised {
        raisers[record.number] = own
        return true
      }
      guard let message = record.message?.message else { return true }
      var isNew = false
      let handler = record.handler.map { id in
        record.handlerType ?? types[JournalNode(tree: record.node.tree, id: id)] ?? "…"
      }
      if record.event == .received {
        isNew = woke(own, message, record.source)
      } else {
        let taker = record.event == .handled ? handler ?? record.handlerType : nil
        let raiser = record.raise.flatMap { raisers[$0] } ?? own
        isNew = routes.note(
          Self.route(message.description, raiser, taker, record.event.rawValue), reached: true)
        if let taker { isNew = woke(taker, message, record.source) || isNew }
      }
      if isNew { latest = record.number }
      return true
    }
    return latest
  }

  private mutating func woke(_ type: String, _ message: Message, _ source: String?) -> Bool {
    let whole = Self.subscription(type, message.kind, message.domain, nil, source)
    if subscriptions.has(whole) { return subscriptions.note(whole, reached: true) }
    return subscriptions.note(
      Self.subscription(type, message.kind, message.domain, message.code, source), reached: true)
  }
}
