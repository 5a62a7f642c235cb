package import TreeSnapshot

extension Snapshot {
  /// The positions of the models with a text in one of their names: type, label, representation,
  /// services, messages, state, or source. Ignores case. Costs a look at each name of each model.
  package func positions(containing text: String) -> [Int] {
    let text = text.lowercased()
    return positions.filter { position in
      let node = self[position]
      var names = [node.type, node.label, node.representation, node.source]
      names += node.services + node.asks
      for own in node.subscriptions {
        names += [own.domain, own.code, own.label, own.source, own.payload]
        names += [own.code, own.label].map { name in name.map { "\(own.domain).\($0)" } }
      }
      for raise in node.raises {
        names += [raise.message.name, raise.label.map { "\(raise.message.domain).\($0)" }]
      }
      names += node.state.flatMap { [$0.key, $0.value] }
      return names.contains { $0?.lowercased().contains(text) == true }
    }
  }
}
