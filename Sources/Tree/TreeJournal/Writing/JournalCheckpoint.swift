import TextIO
package import TreeSnapshot

/// All trees of a journal as they are at one moment, as the nodes of a dump.
package struct JournalCheckpoint {
  /// A tree: its number, and the members of its line.
  private(set) var trees: [(number: UInt64, members: [UInt8])] = []
  /// Whether it holds labels and states.
  package let isDescribed: Bool
  private var line = JournalLine()

  package init(isDescribed: Bool = false) { self.isDescribed = isDescribed }

  /// The bytes that it takes at most.
  var byteCount: Int { trees.reduce(120) { $0 + $1.members.count + 120 } }

  /// A model, with its names as the journal knows them.
  package struct Model {
    package var id: UInt64
    package var parent: UInt64?
    package var type: UInt32
    package var label: String?
    package var isSession = false
    package var isUnopened = false
    package var representation: UInt32 = 0
    package var services: [UInt32] = []
    package var subscriptions: [(message: UInt32, payload: UInt32, source: UInt64)] = []
    package var raises: [UInt32] = []
    package var source: UInt64 = 0
    package var state: [StateEntry] = []

    package init(id: UInt64, parent: UInt64?, type: UInt32) {
      (self.id, self.parent, self.type) = (id, parent, type)
    }
  }

  /// Adds a tree.
  ///
  /// - Parameters:
  ///   - number: the tree's number.
  ///   - messages: the messages that the app declares.
  ///   - models: the models, parents first.
  package mutating func add(
    tree number: UInt64, declaring messages: [UInt32], _ models: some Sequence<Model>,
    _ names: JournalNameWriter
  ) {
    line.clear()
    line.write(", \"nodes\": [")
    var isFirst = true
    for model in models {
      if !isFirst { line.write(", ") }
      isFirst = false
      line.write(model, names)
    }
    line.write("]")
    line.write(", \"messages\": ", list: messages, names)
    trees.append((number, line.bytes))
  }
}

extension JournalLine {
  fileprivate mutating func write(
    _ member: StaticString, list: [UInt32], _ names: JournalNameWriter
  ) {
    if list.isEmpty { return }
    write(member)
    for (place, name) in list.enumerated() { write(place == 0 ? "[" : ", ", names[name]) }
    write("]")
  }

  fileprivate mutating func write(_ model: JournalCheckpoint.Model, _ names: JournalNameWriter) {
    write("{\"id\": ", model.id)
    if let parent = model.parent { write(", \"parent\": ", parent) }
    write(", \"type\": ", names[model.type])
    if let label = model.label { write(", \"label\": ", text: label) }
    if model.isSession { write(", \"session\": true") }
    if model.isUnopened { write(", \"open\": false") }
    if model.representation != 0 { write(", \"representation\": ", names[model.representation]) }
    write(", \"services\": ", list: model.services, names)
    for (place, subscription) in model.subscriptions.enumerated() {
      write(place == 0 ? ", \"handles\": [" : ", ")
      write(Array(names[subscription.message].dropLast()))
      if subscription.payload != 0 { write(", \"payload\": ", names[subscription.payload]) }
      write(source: subscription.source, names)
      write("}")
    }
    if !model.subscriptions.isEmpty { write("]") }
    write(", \"raises\": ", list: model.raises, names)
    write(source: model.source, names)
    for (place, entry) in model.state.enumerated() {
      write(place == 0 ? ", \"state\": {" : ", ", text: entry.key)
      write(": ", text: entry.value)
    }
    if !model.state.isEmpty { write("}") }
    write("}")
  }
}
