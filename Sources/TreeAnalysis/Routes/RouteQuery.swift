import TreeSnapshot

/// Decides at one model after the other whether it takes a message: the one place that does.
///
/// Names are compared as symbols of the snapshot; one that the snapshot does not hold matches
/// nothing.
struct RouteQuery {
  private let columns: Columns
  private let kind: Message.Kind
  private let domain: Symbol?
  private let code: Symbol?

  init(_ message: Message, in columns: Columns) {
    self.columns = columns
    kind = message.kind
    domain = columns.symbols.find(message.domain)
    code = columns.symbols.find(message.code)
  }

  /// Why a node takes the message or lets it pass, and the registration that decides: its place
  /// among those of all nodes; nil where there is none.
  func decision(at node: Int) -> (reason: Route.Reason, registration: Int?) {
    var reason = Route.Reason.noHandlers
    var registration: Int?
    let own = columns.nodes.subscriptions(of: node)
    for index in own.indices where own[index].kind == kind {
      if own[index].domain != domain {
        if reason == .noHandlers { reason = .otherDomains }
      } else if own[index].code == code {
        return (.code, index)
      } else if own[index].code.isNone {
        (reason, registration) = (.domain, index)
      } else if reason != .domain {
        reason = .otherCodes
      }
    }
    return (reason, registration)
  }

  func reason(at node: Int) -> Route.Reason { decision(at: node).reason }

  func isTaken(at node: Int) -> Bool { decision(at: node).registration != nil }
}
