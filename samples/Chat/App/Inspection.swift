import ChatModels
import ModelTreeInspector
import ObjectSnapshot
import TreeObjects
import TreeSnapshot

// All that the app does for an inspector. What is left out has a default.

extension ChatController: @MainActor Inspectable {
  var inspectedChildren: [AnyObject?] { [dataSource, actionHandler] + views }
  // A cell hears no more than any other does: the last one stands for all.
  var inspectedSubscriptions: [InspectedMessage] {
    [.error(DataSourceError.self), .event("ChatDataSource", "didChange")]
      + (views + list.cells.suffix(1)).flatMap(\.inspectedRaises)
  }
  func receive(_ test: TestMessage) {
    test.value(of: DataSourceError.self).map { dataSourceDidFail(.init($0, reason: "a test")) }
    if test.kind == .event { dataSourceDidChange() }
    for view in views + list.cells.suffix(1) { view.receive(test) }
  }
}

extension View: @MainActor Inspectable {
  var inspectedChildren: [AnyObject?] {
    [(self as? any ShowsViewModel).map { $0.viewModel as AnyObject }] + subviews
  }
  var inspectedLabel: String? { name }
  var inspectedRaises: [InspectedMessage] {
    Self.events.map { .bubble("\(type(of: self))", $0.rawValue) }
  }
  func receive(_ test: TestMessage) {
    if test.domain == "\(type(of: self))" { ViewEvent(rawValue: test.code).map(report) }
  }
}

extension MessageDataSource: @MainActor Inspectable {
  package var inspectedChildren: [AnyObject?] { [] }
  package var inspectedRaises: [InspectedMessage] {
    let errors: [DataSourceError] = self is FileDataSource ? [.offline, .cannotSave] : [.offline]
    return errors.map { .error($0) } + [.event("ChatDataSource", "didChange")]
  }
  package var inspectedState: KeyValuePairs<String, String> {
    ["messages": "\(conversation.messages.count)", "unanswered": "\(pendingCount)"]
  }
}

extension ChatApp {
  func writeDump(to path: String) throws {
    try Snapshot(of: controller, name: "Chat").writeDump(toFile: path)
  }
  func inspect(_ commands: [String]) async -> Int32 {
    let actions = UserCommands.all.map { command in
      Inspector.Action(command.usage, help: command.help) { words in
        try command.perform(self, words.joined(separator: " "))
        return ""
      }
    }
    return await Inspector(name: "Chat", actions: actions) { self.controller }
      .repl(commands: commands)
  }
}
