package import TreeSnapshot

extension Snapshot {
  /// The positions of the models with a text in one of their names: type, label, representation,
  /// services, messages, state, or source. Ignores case. Costs a look at each name and each model.
  package func positions(containing text: String) -> [Int] {
    let text = text.lowercased()
    var holds = [Bool](repeating: false, count: columns.symbols.count + 1)
    for symbol in columns.symbols.all {
      holds[Int(symbol.rawValue)] = columns.symbols.string(symbol).lowercased().contains(text)
    }
    func isMatch(_ symbol: Symbol) -> Bool { holds[Int(symbol.rawValue)] }
    // `Domain.code` also counts as a name.
    var names: [MessageKey: Bool] = [:]
    func isNamed(_ record: SubscriptionRecord) -> Bool {
      if record.code.isNone || !text.contains(".") { return false }
      let key = MessageKey(record)
      if let known = names[key] { return known }
      let isNamed = [record.code, record.label].contains { name in
        !name.isNone
          && "\(message(of: record).domain).\(columns.symbols.string(name))".lowercased()
            .contains(text)
      }
      names[key] = isNamed
      return isNamed
    }
    func isMatch(_ record: SubscriptionRecord) -> Bool {
      isMatch(record.domain) || isMatch(record.code) || isMatch(record.label)
        || isMatch(record.source) || isMatch(record.payload) || isNamed(record)
    }
    return positions.filter { position in
      let fields = columns.nodes.fixed[position]
      if [fields.type, fields.label, fields.representation, fields.source].contains(where: isMatch)
      {
        return true
      }
      guard columns.hasLists(at: position) else { return false }
      return columns.subscriptions(of: position).contains { isMatch($0) }
        || columns.raises(of: position).contains { isMatch($0) }
        || columns.services(of: position).contains { isMatch($0) }
        || columns.asks(of: position).contains { isMatch($0) }
        || columns.states(of: position).contains { isMatch($0.key) || isMatch($0.value) }
    }
  }
}
