public import ModelTree

/// Expects a message raised at one model to be handled by another, and by no other model. Raises
/// nothing and runs no handlers.
///
/// ```swift
/// expectRoute(of: NetworkErrors.badToken, from: picker, isHandledBy: session)
/// expectRoute(of: MainFlowBubble.showSideMenu, from: dashboard, isHandledBy: mainFlow)
/// ```
///
/// A failure shows the route of the message, hop by hop.
///
/// - Parameters:
///   - code: the error or bubble.
///   - raiser: the model that would raise it.
///   - handler: the model that should handle it, which may be the raiser.
///   - fileID: the file ID of the call; defaults to the caller's.
///   - filePath: the path of that file; defaults to the caller's.
///   - line: the line of the call; defaults to the caller's.
///   - column: the column of the call; defaults to the caller's.
/// - Returns: true if that model handles it.
@MainActor
@discardableResult
public func expectRoute(
  of code: some MessageCode, from raiser: Model, isHandledBy handler: Model,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  RouteExpectation(code, from: raiser).failure(expecting: [handler])
    .isNone(at: CallSite(fileID, filePath, line, column))
}

/// Expects a message raised at one model to be handled by another, and by no other model. Raises
/// nothing and runs no handlers.
///
/// ```swift
/// expectRoute(of: Network.BadToken.self, from: picker, isHandledBy: session)
/// ```
///
/// A failure shows the route of the message, hop by hop.
///
/// - Parameters:
///   - type: the type of the error or bubble.
///   - raiser: the model that would raise it.
///   - handler: the model that should handle it, which may be the raiser.
///   - fileID: the file ID of the call; defaults to the caller's.
///   - filePath: the path of that file; defaults to the caller's.
///   - line: the line of the call; defaults to the caller's.
///   - column: the column of the call; defaults to the caller's.
/// - Returns: true if that model handles it.
@MainActor
@discardableResult
public func expectRoute(
  of type: any TypedMessage.Type, from raiser: Model, isHandledBy handler: Model,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  RouteExpectation(type, from: raiser).failure(expecting: [handler])
    .isNone(at: CallSite(fileID, filePath, line, column))
}

/// Expects an event raised at a model to be delivered to exactly these models. Raises nothing and
/// runs no handlers.
///
/// ```swift
/// expectRoute(of: AppEvent.startExam, from: dashboard, isHeardBy: [mainFlow])
/// ```
///
/// A failure shows which models receive it, and why the others don't.
///
/// - Parameters:
///   - name: the event.
///   - raiser: the model that would raise it.
///   - receivers: the models that should receive it, in any order.
///   - fileID: the file ID of the call; defaults to the caller's.
///   - filePath: the path of that file; defaults to the caller's.
///   - line: the line of the call; defaults to the caller's.
///   - column: the column of the call; defaults to the caller's.
/// - Returns: true if exactly these models receive it.
@MainActor
@discardableResult
public func expectRoute(
  of name: some GlobalEventName, from raiser: Model, isHeardBy receivers: [Model],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  RouteExpectation(name, from: raiser).failure(expecting: receivers)
    .isNone(at: CallSite(fileID, filePath, line, column))
}

/// Expects an event raised at a model to be delivered to exactly these models. Raises nothing and
/// runs no handlers.
///
/// ```swift
/// expectRoute(of: Exam.Started.self, from: dashboard, isHeardBy: [mainFlow])
/// ```
///
/// A failure shows which models receive it, and why the others don't.
///
/// - Parameters:
///   - type: the type of the event.
///   - raiser: the model that would raise it.
///   - receivers: the models that should receive it, in any order.
///   - fileID: the file ID of the call; defaults to the caller's.
///   - filePath: the path of that file; defaults to the caller's.
///   - line: the line of the call; defaults to the caller's.
///   - column: the column of the call; defaults to the caller's.
/// - Returns: true if exactly these models receive it.
@MainActor
@discardableResult
public func expectRoute(
  of type: any EventMessage.Type, from raiser: Model, isHeardBy receivers: [Model],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  RouteExpectation(type, from: raiser).failure(expecting: receivers)
    .isNone(at: CallSite(fileID, filePath, line, column))
}

/// Expects no model to handle or receive a message raised at a model. An error is then uncaught in
/// the root session. Raises nothing and runs no handlers.
///
/// - Parameters:
///   - code: the error, bubble, or event.
///   - raiser: the model that would raise it.
///   - fileID: the file ID of the call; defaults to the caller's.
///   - filePath: the path of that file; defaults to the caller's.
///   - line: the line of the call; defaults to the caller's.
///   - column: the column of the call; defaults to the caller's.
/// - Returns: true if no model handles or receives it.
@MainActor
@discardableResult
public func expectNoRoute(
  of code: some MessageCode, from raiser: Model, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
  RouteExpectation(code, from: raiser).failure(expecting: [])
    .isNone(at: CallSite(fileID, filePath, line, column))
}

/// Expects no model to handle or receive a message raised at a model. An error is then uncaught in
/// the root session. Raises nothing and runs no handlers.
///
/// - Parameters:
///   - type: the type of the error, bubble, or event.
///   - raiser: the model that would raise it.
///   - fileID: the file ID of the call; defaults to the caller's.
///   - filePath: the path of that file; defaults to the caller's.
///   - line: the line of the call; defaults to the caller's.
///   - column: the column of the call; defaults to the caller's.
/// - Returns: true if no model handles or receives it.
@MainActor
@discardableResult
public func expectNoRoute(
  of type: any TypedMessage.Type, from raiser: Model, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
  RouteExpectation(type, from: raiser).failure(expecting: [])
    .isNone(at: CallSite(fileID, filePath, line, column))
}
