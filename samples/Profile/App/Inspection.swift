// What the app shows an inspector, and nothing else does.
import ProfileModels
import TreeObjects

extension ProfileApp: @MainActor Inspectable {
  var inspectedChildren: [AnyObject?] { [userController, home, profile] }
}

// The answer to a load comes here first, and goes on to the completion handlers.
extension UserModelController: @MainActor Inspectable {
  package var inspectedChildren: [AnyObject?] { [dataLoader] }
  package var inspectedSubscriptions: [InspectedMessage] { [.error(LoadError.self)] }
  package var inspectedRaises: [InspectedMessage] { [.event("User", "didUpdate")] }
  package var inspectedState: KeyValuePairs<String, String> { ["observers": "\(observerCount)"] }
  package func receive(_ test: TestMessage) throws {
    if let error = test.value(of: LoadError.self) { try failUpdate(with: error) }
  }
}

extension SlowLoader: @MainActor Inspectable {
  package var inspectedChildren: [AnyObject?] { [base] }
}

extension FailingLoader: @MainActor Inspectable {
  package var inspectedChildren: [AnyObject?] { [base] }
  package var inspectedRaises: [InspectedMessage] { LoadError.allCases.map { .error($0) } }
}

extension HomeScreen: @MainActor Inspectable {
  var inspectedChildren: [AnyObject?] { [page, refreshControl] }
  var inspectedSubscriptions: [InspectedMessage] {
    [.event("User", "didUpdate"), .error(LoadError.self)]
  }
  func receive(_ test: TestMessage) {
    if test.kind == .event { userModelControllerDidUpdate(userController) }
    if let error = test.value(of: LoadError.self) { updateDidEnd(.failure(error)) }
  }
}

extension ProfileScreen: @MainActor Inspectable {
  var inspectedChildren: [AnyObject?] { [page, refreshControl] + posts }
  var inspectedSubscriptions: [InspectedMessage] {
    [.event("User", "didUpdate"), .error(LoadError.self), .error(CommentError.self)]
  }
  func receive(_ test: TestMessage) {
    if test.kind == .event { userModelControllerDidUpdate(userController) }
    if let error = test.value(of: LoadError.self) { updateDidEnd(.failure(error)) }
    if let error = test.value(of: CommentError.self) { show(error, at: nil) }
  }
}

extension Page: @MainActor Inspectable {
  var inspectedChildren: [AnyObject?] { [] }
  var inspectedState: KeyValuePairs<String, String> {
    ["shows": lines.first ?? "", "error": error ?? "none", "renderings": "\(renderCount)"]
  }
}

// Where the answer to a screen's own request arrives.
extension RefreshControl: @MainActor Inspectable {
  var inspectedChildren: [AnyObject?] { [] }
  var inspectedRaises: [InspectedMessage] { LoadError.allCases.map { .error($0) } }
  var inspectedState: KeyValuePairs<String, String> { ["refreshing": "\(isRefreshing)"] }
}

extension PostRow: @MainActor Inspectable {
  var inspectedChildren: [AnyObject?] { [] }
  var inspectedLabel: String? { post.title }
  var inspectedRaises: [InspectedMessage] { CommentError.allCases.map { .error($0) } }
  var inspectedState: KeyValuePairs<String, String> { ["shows": status] }
}
