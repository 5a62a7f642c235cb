import TreeSnapshot

extension ModelChange: CustomStringConvertible {
  /// What is different, in a few words, with names as they are: `examsCount 0 → 1`. Whoever shows
  /// it escapes it.
  public var description: String {
    switch self {
    case .type(let old, let new): "renamed from \(old) to \(new)"
    case .label(let old, let new): "label \(old ?? "–") → \(new ?? "–")"
    case .session(let isOneNow): isOneNow ? "a session now" : "no session any more"
    case .representation(let old, let new): "screen \(old ?? "–") → \(new ?? "–")"
    case .gained(let trait): trait.gain
    case .lost(let trait): trait.loss
    case .state(let key, let old, let new): "\(key) \(old ?? "–") → \(new ?? "–")"
    }
  }
}

extension ModelChange.Trait {
  fileprivate var gain: String {
    switch self {
    case .subscription(let subscription): "registered for \(Self.name(of: subscription))"
    case .service(let service): "provides \(service)"
    case .raise(let declared): "raises \(Self.name(of: declared))"
    }
  }

  fileprivate var loss: String {
    switch self {
    case .subscription(let subscription):
      "no longer registered for \(Self.name(of: subscription))"
    case .service(let service): "no longer provides \(service)"
    case .raise(let declared): "no longer raises \(Self.name(of: declared))"
    }
  }

  private static func name(of subscription: Subscription) -> String {
    guard let code = subscription.code else {
      return "all \(subscription.kind.rawValue)s of \(subscription.domain)"
    }
    return "\(subscription.kind.rawValue) \(subscription.domain).\(code)"
      + (subscription.label.map { " (\($0))" } ?? "")
  }

  private static func name(of declared: DeclaredMessage) -> String {
    "\(declared.message)" + (declared.label.map { " (\($0))" } ?? "")
  }
}
