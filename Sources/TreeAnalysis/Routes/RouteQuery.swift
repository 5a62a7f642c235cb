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

  /// What a subscription is for, compared with the message.
  enum Match {
    case code
    case wholeDomain
    case otherCode
    case otherDomain
  }

  /// Compares a subscription with the message; only one of the message's kind can take it.
  func match(_ record: SubscriptionRecord) -> Match {
    if record.domain != domain { return .otherDomain }
    if record.code == code { return .code }
    return record.code.isNone ? .wholeDomain : .otherCode
  }

  /// Why a node takes the message or lets it pass, and the registration that decides: its place
  /// among those of all nodes; nil where there is none.
  func decision(at node: Int) -> (reason: Route.Reason, registration: Int?) {
    var reason = Route.Reason.noHandlers
    var registration: Int?
    let own = columns.subscriptions(of: node)
    for index in own.indices where own[index].kind == kind {
      switch match(own[index]) {
      case .code: return (.code, index)
      case .wholeDomain: (reason, registration) = (.domain, index)
      case .otherCode: if reason != .domain { reason = .otherCodes }
      case .otherDomain: if reason == .noHandlers { reason = .otherDomains }
      }
    }
    return (reason, registration)
  }

  func reason(at node: Int) -> Route.Reason { decision(at: node).reason }

  func isTaken(at node: Int) -> Bool { decision(at: node).registration != nil }
}
