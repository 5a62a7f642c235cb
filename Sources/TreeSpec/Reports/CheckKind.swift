/// What a check is about.
enum CheckKind: String, Hashable, Sendable {
  /// The tree's shape.
  case tree
  case absent
  case limit
  case route
  case service
}

extension SpecResult {
  /// What a check of this result is about.
  func kind(of check: Check) -> CheckKind {
    // Before the first model's line nothing but the header can stand.
    guard let assertion = spec.assertions.first(where: { $0.line == check.line }) else {
      return .tree
    }
    return switch assertion.claim {
    case .absent: .absent
    case .limits: .limit
    case .route: .route
    case .service: .service
    }
  }
}
