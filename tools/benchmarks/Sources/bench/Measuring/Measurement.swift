/// A measurement and its target.
struct Measurement: Sendable {
  var name: String
  var unit: Unit
  var target: Target
  /// Whether it takes so long that it runs only if the filter names it.
  var isHeavy = false
  var run: @MainActor @Sendable (Workbench) async throws -> Outcome

  enum Unit: String, Sendable {
    case nanoseconds = "ns"
    case microseconds = "µs"
    case milliseconds = "ms"
    case bytes = "bytes"
    case megabytes = "MB"
    case percent = "%"
    case count = "times"
  }

  enum Target: Sendable {
    /// At least this many times as fast as the peer.
    case timesThePeer(Double)
    /// At most a fixed amount, for values that don't depend on the machine's speed.
    case atMost(Double)
    /// At most this many times the peer.
    case atMostPeer(times: Double)
    /// Indistinguishable from the peer, unless slower: a rank test must find at least this
    /// probability.
    case sameAsPeer(probability: Double)
    /// None: the peer is shown for comparison.
    case shown
  }

  /// The result: our samples, and the peer's, if any.
  struct Outcome {
    var ours: Samples
    var peer: Peer?
  }

  enum Peer {
    case measured(name: String, Samples)
    /// Why the peer couldn't be measured, and the remedy.
    case missing(String)
  }

  /// Measures; a row without figures gives the reason for a failure.
  @MainActor func row(on workbench: Workbench) async -> Row {
    do {
      return Row(of: self, try await run(workbench))
    } catch {
      return Row(name: name, unit: unit, against: "\(error)", target: Row.Target(target, unit))
    }
  }
}
