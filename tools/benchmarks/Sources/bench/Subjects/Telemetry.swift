import ModelTree
import ModelTreeTelemetry

/// The additional cost of telemetry for raising an error, without a bootstrapped backend.
let telemetry: [Measurement] = [
  Measurement(
    name: "telemetry: an error that a model takes, 4 hops", unit: .nanoseconds,
    target: .sameAsPeer(probability: 0.05)
  ) { _ in try cost(isTaken: true) },
  Measurement(
    name: "telemetry: an error that no model takes, 4 hops", unit: .nanoseconds, target: .shown
  ) { _ in try cost(isTaken: false) },
]

@MainActor
private func cost(isTaken: Bool) throws -> Measurement.Outcome {
  let (with, without) = (Tree(isTaken: isTaken), Tree(isTaken: isTaken))
  let telemetry = TreeTelemetry(of: with.controller, leaksEvery: nil)
  defer { telemetry.stop() }
  return Measurement.Outcome.compare(
    with: "without", turns: 41, ours: { with.raise(times: $0) },
    theirs: { without.raise(times: $0) })
}

@MainActor
private final class Tree {
  let controller = SessionController(
    anonymous: { Session() }, authorized: { Session(credentials: $0) })
  private let leaf: Model?

  init(isTaken: Bool) {
    controller.start()
    if isTaken { controller.session?.register(for: Failure.offline) { _ in } }
    leaf = (0..<4).reduce(controller.session as Model?) { parent, _ in
      parent.map { Model(parent: $0) }
    }
  }

  func raise(times: Int) { for _ in 0..<times { leaf?.raise(Failure.offline) } }
}

private enum Failure: Int, ErrorCode { case offline }
