public import TreeSnapshot

/// A tree prepared for the rules.
///
/// Making it costs a few passes over the nodes, the registrations and the known raisers. What a rule
/// then asks about one registration or one raiser costs at most a binary search.
public struct LintSubject: Sendable {
  typealias Key = MessageIndex.Key

  /// The tree.
  public let snapshot: Snapshot
  /// What has left the tree and is still alive; nil where that is not known.
  public let left: [LeakedModel]?

  let messages: MessageIndex
  let upward: UpwardRoutes
  let events: EventReach
  private let paths: LintPaths
  /// The node of each registration.
  let registrationNodes: [Int32]
  /// Which registrations, and which known messages of a raiser, stand a second time at their node.
  let repeatedRegistrations: [Bool]
  let repeatedRaises: [Bool]
  /// The models that raise anything of a domain, by the key of the whole domain, in document order.
  private let domainRaisers: [Key: [Int]]

  /// Prepares a tree.
  ///
  /// - Parameters:
  ///   - snapshot: the tree.
  ///   - left: what has left it and is still alive; nil where that is not known.
  public init(_ snapshot: Snapshot, left: [LeakedModel]? = nil) {
    let columns = snapshot.columns
    var registrationNodes: [Int32] = []
    registrationNodes.reserveCapacity(columns.subscriptions.count)
    var repeatedRegistrations: [Bool] = []
    var repeatedRaises: [Bool] = []
    var domainRaisers: [Key: [Int]] = [:]
    var seen: Set<Key> = []
    for node in snapshot.positions {
      seen.removeAll(keepingCapacity: seen.capacity < 64)
      for record in columns.subscriptions(of: node) {
        registrationNodes.append(Int32(node))
        repeatedRegistrations.append(!seen.insert(Key(record)).inserted)
      }
      seen.removeAll(keepingCapacity: seen.capacity < 64)
      for record in columns.raises(of: node) {
        let key = Key(record)
        repeatedRaises.append(!seen.insert(key).inserted)
        if domainRaisers[key.wholeDomain]?.last != node {
          domainRaisers[key.wholeDomain, default: []].append(node)
        }
      }
    }
    self.snapshot = snapshot
    self.left = left
    self.registrationNodes = registrationNodes
    self.repeatedRegistrations = repeatedRegistrations
    self.repeatedRaises = repeatedRaises
    self.domainRaisers = domainRaisers
    messages = MessageIndex(snapshot)
    upward = UpwardRoutes(snapshot, registrationNodes: registrationNodes)
    events = EventReach(snapshot, raisers: messages.raisers, domainRaisers: domainRaisers)
    paths = LintPaths(snapshot)
  }

  /// The models that raise what a registration is for, in document order.
  func raisers(of key: Key) -> [Int] {
    (key.code.isNone ? domainRaisers[key] : messages.raisers[key]) ?? []
  }

  /// A model that is registered for a message or its whole domain; the first within a range of
  /// positions.
  func taker(of key: Key, within range: Range<Int>) -> MessageIndex.Registration? {
    let exact = messages.registrations[key]?.first(from: range)
    let whole = messages.registrations[key.wholeDomain]?.first(from: range)
    guard let exact else { return whole }
    guard let whole else { return exact }
    return exact.node <= whole.node ? exact : whole
  }
}

// Places and names, cut to what a person may read: a dump of a few names that are megabytes long
// must not become findings that are gigabytes long.
extension LintSubject {
  private static let readableBytes = 1_000

  /// A model by its creation.
  func place(of node: Int) -> LintPlace {
    LintPlace(
      path: paths.path(of: node), id: snapshot.columns.ids[node],
      source: text(snapshot.columns.fixed[node].source))
  }

  /// A registration by its place among those of all nodes; by the model's creation where nobody
  /// knows what registered it.
  func place(ofRegistration index: Int) -> LintPlace {
    var place = place(of: Int(registrationNodes[index]))
    if let own = text(snapshot.columns.subscriptions[index].source) { place.source = own }
    return place
  }

  /// A message with its label.
  func message(_ key: Key) -> KnownMessage {
    KnownMessage(
      kind: key.kind, domain: text(key.domain) ?? "", code: text(key.code),
      label: text(messages.label(of: key)))
  }

  func text(_ symbol: Symbol) -> String? {
    guard !symbol.isNone else { return nil }
    return snapshot.columns.symbols.withBytes(of: symbol) { bytes in
      if bytes.count <= Self.readableBytes { return String(decoding: bytes, as: UTF8.self) }
      let start = UnsafeBufferPointer(rebasing: bytes[..<Self.readableBytes])
      return String(String(decoding: start, as: UTF8.self).unicodeScalars.prefix(100)) + "…"
    }
  }
}

extension MessageIndex.Key {
  init(_ record: SubscriptionRecord) {
    self.init(kind: record.kind, domain: record.domain, code: record.code)
  }

  /// The key of its whole domain.
  var wholeDomain: Self { Self(kind: kind, domain: domain, code: .none) }
}

extension [MessageIndex.Registration] {
  /// The first of these, which are in document order, within a range of positions.
  fileprivate func first(from range: Range<Int>) -> MessageIndex.Registration? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].node < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].node < range.upperBound ? self[low] : nil
  }
}
