import TreeAnalysis
import TreeSnapshot

/// Holds the services of a tree to one assertion.
struct ServiceCheck {
  private let context: AssertionCheck
  private let claim: ServiceClaim
  private var snapshot: Snapshot { context.snapshot }

  init(_ context: AssertionCheck, _ claim: ServiceClaim) {
    self.context = context
    self.claim = claim
  }

  func failure() throws(LineProblem) -> AssertionFailure? {
    let askers = try context.models(at: claim.askers)
    let places = try context.models(at: claim.places)
    let providers = snapshot.providers(of: claim.service).providers.map(\.session)
    if providers.isEmpty { throw unknownService }
    let wrong = snapshot.shares(of: providers, raisedAt: askers).first { share in
      switch claim.outcome {
      case .provided: share.handler == nil
      case .missing: share.handler != nil
      case .places: !(share.handler.map(places.contains) ?? false)
      }
    }
    guard let wrong else { return nil }
    let provider = wrong.handler.map { "is provided by \(context.paths.shortPath(of: $0))" }
    let all = askers?.count ?? snapshot.count
    return AssertionFailure(
      problem: "\(provider ?? "is missing")"
        + (all > 1 ? " when asked by \(wrong.count) of \(all) models" : ""),
      details: ["the first is \(context.paths.shortPath(of: wrong.first))"])
  }

  private var unknownService: LineProblem {
    let known = snapshot.knownServices
    let hint =
      if let near = nearest(to: claim.service, among: known) {
        "did you mean '\(near)'?"
      } else if known.isEmpty { "it provides none" } else {
        "it provides \(known.prefix(5).joined(separator: ", "))"
      }
    return LineProblem(
      span: claim.serviceSpan,
      message: "no session of this tree provides '\(claim.service)'; \(hint)")
  }
}
