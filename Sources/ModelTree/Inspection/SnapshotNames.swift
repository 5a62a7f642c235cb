import TreeSnapshot

/// The names in a snapshot of what a store knows by numbers and addresses: each is written and looked up
/// once, or once in a while.
@MainActor
struct SnapshotNames {
  private var types: [ObjectIdentifier: Symbol] = [:]
  private var lastType: (type: ObjectIdentifier, name: Symbol)?
  /// By the number of a domain and kind.
  private var domains: [Symbol?] = []
  /// By the number of a code: it and its label.
  private var codes: [(code: Symbol, label: Symbol)?] = []
  /// The lines that were met last, each at a place that follows from it.
  private var sources = [(source: SourceLocation, name: Symbol)?](
    repeating: nil, count: Self.sourceCount)

  /// A power of two.
  private static let sourceCount = 1_024

  /// The name of a type.
  mutating func symbol(of type: AnyClass, _ builder: inout SnapshotBuilder) -> Symbol {
    let key = ObjectIdentifier(type)
    if let lastType, lastType.type == key { return lastType.name }
    let name = types[key] ?? builder.symbol(String(describing: type))
    types[key] = name
    lastType = (key, name)
    return name
  }

  /// A line of source: `RootRouter.swift:20`.
  mutating func symbol(of source: SourceLocation, _ builder: inout SnapshotBuilder) -> Symbol {
    let file = UInt(bitPattern: source.file)
    let place =
      Int(truncatingIfNeeded: (file >> 4) ^ (file >> 12) ^ UInt(source.line))
      & (Self.sourceCount - 1)
    if let known = sources[place], known.source.file == source.file,
      known.source.line == source.line
    {
      return known.name
    }
    let name = builder.symbol(source.text)
    sources[place] = (source, name)
    return name
  }

  /// A message, or a whole domain, without the line of its registration.
  mutating func record(
    of key: MessageTable.Key, _ messages: MessageTable, _ builder: inout SnapshotBuilder
  ) -> SubscriptionRecord {
    let domain = domain(of: key, messages, &builder)
    guard key.code != MessageTable.Key.wholeDomain else {
      return SubscriptionRecord(kind: messages.kind(of: key), domain: domain, code: .none)
    }
    let (code, label) = code(of: key, messages, &builder)
    return SubscriptionRecord(
      kind: messages.kind(of: key), domain: domain, code: code, label: label)
  }

  private mutating func domain(
    of key: MessageTable.Key, _ messages: MessageTable, _ builder: inout SnapshotBuilder
  ) -> Symbol {
    let number = Int(key.domain)
    if number < domains.count, let known = domains[number] { return known }
    while domains.count <= number { domains.append(nil) }
    let name = builder.symbol(messages.domain(of: key))
    domains[number] = name
    return name
  }

  private mutating func code(
    of key: MessageTable.Key, _ messages: MessageTable, _ builder: inout SnapshotBuilder
  ) -> (code: Symbol, label: Symbol) {
    let number = Int(key.code)
    if number < codes.count, let known = codes[number] { return known }
    while codes.count <= number { codes.append(nil) }
    let names = messages.code(of: key)
    let known = (builder.symbol(names?.code), builder.symbol(names?.label))
    codes[number] = known
    return known
  }
}
