import TreeSnapshot

/// All messages of a tree by their names. Costs a few strings for each message.
struct NameTable {
  private struct Name: Hashable {
    var kind: Message.Kind
    var text: String
  }

  let known: [Message.Kind: [DeclaredMessage]]
  /// The places in `known` of what has a name: its code or label with the domain, or without.
  private var byFullCode: [Name: [Int]] = [:]
  private var byFullLabel: [Name: [Int]] = [:]
  private var byBareName: [Name: [Int]] = [:]
  /// The domains that a model is registered for as a whole.
  let wholeDomains: [Message.Kind: [String]]

  /// Takes the messages of a tree.
  init(_ list: MessageList, _ symbols: SymbolTable) {
    let byKind = Dictionary(grouping: list.messages, by: \.kind)
    known = byKind.mapValues { keys in keys.map { list.declared($0, symbols) } }
    wholeDomains = Dictionary(grouping: list.wholeDomains, by: \.kind).mapValues { keys in
      keys.map { symbols.string($0.domain) }
    }
    for (kind, keys) in byKind {
      for (place, (key, declared)) in zip(keys, known[kind] ?? []).enumerated() {
        let message = declared.message
        byFullCode[Name(kind: kind, text: message.name), default: []].append(place)
        byBareName[Name(kind: kind, text: message.code), default: []].append(place)
        for label in list.names(of: key).map(symbols.string) {
          byFullLabel[Name(kind: kind, text: "\(message.domain).\(label)"), default: []]
            .append(place)
          byBareName[Name(kind: kind, text: label), default: []].append(place)
        }
      }
    }
  }

  /// The places of the messages with a name: as a code in full, as a label in full, as either alone.
  func places(of reference: MessageReference) -> [[Int]] {
    let name = Name(kind: reference.kind, text: reference.name)
    return [byFullCode[name] ?? [], byFullLabel[name] ?? [], byBareName[name] ?? []]
  }

  /// The places of the messages whose code or label in full is this.
  func placesInFull(of text: String, _ kind: Message.Kind) -> [Int] {
    let name = Name(kind: kind, text: text)
    return (byFullCode[name] ?? []) + (byFullLabel[name] ?? [])
  }

  /// Whether a code or a label alone is this.
  func hasBareName(_ text: String, _ kind: Message.Kind) -> Bool {
    byBareName[Name(kind: kind, text: text)] != nil
  }
}
