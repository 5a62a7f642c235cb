import TextIO
import TreeSnapshot

/// Paths and names for findings, each made when it is asked for: a person reads ten of a hundred
/// thousand.
///
/// They are as everywhere else, but cut where they are longer than a person reads: a dump of a few
/// names that are megabytes long must not become findings that are gigabytes long. Paths hold no ids:
/// a finding must be the same in the next dump.
final class LintNames {
  private let paths: NodePaths
  private let columns: Columns
  private let messages: MessageIndex
  /// The node of each subscription.
  private let subscriptionNodes: [Int]
  /// The models that left the tree and are still alive, as far as that is known.
  let leaked: [LeakedModel]
  /// Whether that is known.
  let knowsLeaked: Bool
  /// The events that were raised before their receivers registered, as far as that is known.
  let missed: [MissedEvent]
  /// Whether that is known.
  let knowsMissed: Bool

  private var knownMessages: [MessageKey: KnownMessage] = [:]
  private var sessionPaths: [Int: String] = [:]

  private static let readableNameBytes = 1_000
  private static let readableLevels = 24
  private static let readableBytes = 2_000
  /// What is left of a path that is cut.
  private static let lastLevels = 6
  private static let lastCharacters = 60

  init(
    _ snapshot: Snapshot, _ messages: MessageIndex, subscriptionNodes: [Int],
    leaked: [LeakedModel]?, missed: [MissedEvent]?
  ) {
    paths = NodePaths(snapshot)
    columns = snapshot.columns
    self.messages = messages
    self.subscriptionNodes = subscriptionNodes
    self.leaked = leaked ?? []
    knowsLeaked = leaked != nil
    self.missed = missed ?? []
    knowsMissed = missed != nil
  }

  /// The model that a subscription belongs to.
  func node(ofSubscription index: Int) -> Int { subscriptionNodes[index] }

  func path(of position: Int) -> SafeText {
    var node = position
    var length = 0
    for _ in 0..<Self.readableLevels {
      length += columns.symbols.withBytes(of: columns.nodes.fixed[node].type, \.count)
      if length > Self.readableBytes { break }
      node = Int(columns.parents[node])
      if node < 0 { return paths.path(of: position) }
    }
    return cutPath(of: position)
  }

  /// The path of a session, of which many findings may tell.
  func path(ofSession session: Int) -> String {
    if let known = sessionPaths[session] { return known }
    let path = path(of: session).string
    sessionPaths[session] = path
    return path
  }

  func id(of position: Int) -> Int { columns.nodes.ids[position] }

  func type(of position: Int) -> String {
    columns.symbols.string(columns.nodes.fixed[position].type)
  }

  /// The line that made a model; nil where it is not known.
  func source(of position: Int) -> String? { text(columns.nodes.fixed[position].source) }

  /// The line that made a subscription, else its model; nil where neither is known.
  func source(ofSubscription index: Int) -> String? {
    text(columns.nodes.subscriptions[index].source) ?? source(of: node(ofSubscription: index))
  }

  /// A message with its label.
  func message(_ key: MessageKey) -> KnownMessage {
    if let known = knownMessages[key] { return known }
    let message = KnownMessage(
      kind: key.kind, domain: text(key.domain) ?? "", code: text(key.code),
      label: text(messages.label(of: key)))
    knownMessages[key] = message
    return message
  }

  func text(_ symbol: Symbol) -> String? {
    guard !symbol.isNone else { return nil }
    return columns.symbols.withBytes(of: symbol) { bytes in
      if bytes.count <= Self.readableNameBytes { return String(decoding: bytes, as: UTF8.self) }
      let start = UnsafeBufferPointer(rebasing: bytes[..<Self.readableNameBytes])
      return String(String(decoding: start, as: UTF8.self).unicodeScalars.prefix(100)) + "…"
    }
  }

  /// The label of a model, in quotes, where names alone do not lead to it.
  func label(of position: Int) -> SafeText? { paths.distinguishingLabel(of: position) }

  /// The names of the last levels, each of readable length: `…/ExamFlow/Cell`.
  private func cutPath(of position: Int) -> SafeText {
    var names: [SafeText] = []
    var node = position
    while node >= 0, names.count < Self.lastLevels {
      names.append(name(of: node))
      node = Int(columns.parents[node])
    }
    return (node >= 0 ? "…/" : "/") + names.reversed().joined(separator: "/")
  }

  private func name(of node: Int) -> SafeText {
    // Four bytes are enough for any character.
    let start = columns.symbols.withBytes(of: columns.nodes.fixed[node].type) { bytes in
      String(decoding: bytes.prefix(Self.lastCharacters * 4), as: UTF8.self)
    }
    let characters = start.unicodeScalars.prefix(Self.lastCharacters)
    let isCut = characters.count < start.unicodeScalars.count
    return NodePaths.selectorName(String(characters)) + (isCut ? "…" : "")
  }
}
