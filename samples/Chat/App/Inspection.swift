import ChatModels
import TreeObjects

// All that the app does for an inspector: it says which objects lie below an object, which messages
// the object is registered for, which ones it raises, and what it does with a message that is
// raised for a test. What is left out has a default. `SampleApps` attaches the inspector, as any app
// does that has one.

extension ChatController: @MainActor Inspectable {
  var inspectedChildren: [AnyObject?] { [dataSource, actionHandler] + views }
  // All cells raise the same messages: the last one represents them.
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
