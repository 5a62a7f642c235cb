import TextIO
import TreeAnalysis
import TreeSnapshot

/// Checks the services of a tree against one assertion.
struct ServiceCheck {
  private let context: AssertionCheck
  private let claim: ServiceClaim
  private var snapshot: Snapshot { context.snapshot }

  init(_ context: AssertionCheck, _ claim: ServiceClaim) {
    self.context = context
    self.claim = claim
  }

  func finding() throws(LineProblem) -> ServiceFinding? {
    let askers = try context.models(at: claim.askers, except: claim.exceptAskers)
    let places = try context.models(at: claim.places)
    let providers = context.providers(of: claim.service)
    if providers.positions.isEmpty {
      let services = snapshot.knownServices
      throw LineProblem(
        claim.serviceSpan,
        """
        no session of this tree provides '\(claim.service)'; \
        \(SpecFault.suggestion(claim.service, services) ?? "it provides \(SpecFault.some(services))")
        """)
    }
    let wrong = providers.shares(raisedAt: askers).first { share in
      switch claim.outcome {
      case .provided: share.handler == nil
      case .missing: share.handler != nil
      case .places: !(share.handler.map(places.holds) ?? false)
      }
    }
    return wrong.map { share in
      ServiceFinding(
        provider: share.handler, count: share.count, askerCount: askers?.count ?? snapshot.count,
        first: share.first)
    }
  }
}
