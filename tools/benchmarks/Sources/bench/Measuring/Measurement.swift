/// One thing that is measured, and what it is held to.
struct Measurement: Sendable {
  var name: String
  var unit: Unit
  var target: Target
  /// Whether it takes so long that it is measured only where the filter names it.
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
    /// At least as many times as fast as the peer.
    case timesThePeer(Double)
    /// At most a fixed amount, of something that does not depend on the machine's speed.
    case atMost(Double)
    /// At most so many times the peer.
    case atMostPeer(times: Double)
    /// Not to be told from the peer, unless it is slower: a rank test finds this probability at least.
    case sameAsPeer(probability: Double)
    /// None: the peer is shown for comparison.
    case shown
  }

  /// What was found: our own samples, and those of the peer where there is one.
  struct Outcome {
    var ours: Samples
    var peer: Peer?
  }

  enum Peer {
    case measured(name: String, Samples)
    /// Why the peer could not be measured, and what to do about it.
    case missing(String)
  }

  /// Measures; a row without figures tells why it could not be done.
  @MainActor func row(on workbench: Workbench) async -> Row {
    do {
      return Row(of: self, try await run(workbench))
    } catch {
      return Row(name: name, unit: unit, against: "\(error)", target: Row.Target(target, unit))
    }
  }
}
