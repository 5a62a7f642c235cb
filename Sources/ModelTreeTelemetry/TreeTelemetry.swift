#if Telemetry
  public import CoreMetrics
  public import ModelTree
  public import Tracing

  /// Reports to an app's metrics and traces what goes wrong in its tree: errors that no model handles,
  /// bubbles that have no effect, and models that leak.
  ///
  /// ```swift
  /// let telemetry = TreeTelemetry(of: controller)  // after MetricsSystem and InstrumentationSystem
  /// ```
  ///
  /// It reports as long as it is retained, to the systems that the app has bootstrapped before; without
  /// any, to none. A message that a model takes costs nothing more. The values are:
  ///
  /// | name | is |
  /// |---|---|
  /// | `modeltree_uncaught_errors` | a counter, by `domain` and `code` |
  /// | `modeltree_unhandled_bubbles` | a counter, by `domain` and `code` |
  /// | `modeltree_leaked_models` | a meter: how many models leak now |
  /// | `modeltree_leaks` | a counter of models that began to leak, by `type` |
  ///
  /// Each has a span of its own, too, in the trace of the work that raised the message. What an inspector
  /// raises as a test is not reported.
  @MainActor
  public final class TreeTelemetry {
    private let controller: SessionController
    private let reporter: TelemetryReporter
    private var leaks = LeakWatch()
    private var work: Task<Void, Never>?

    /// Begins to report, for the session that is open and those that follow.
    ///
    /// - Parameters:
    ///   - controller: the controller of the app's sessions.
    ///   - interval: how often the tree is asked for leaked models, which costs a look at each model that
    ///     is alive; nil leaves that to `reportLeaks()`.
    ///   - metrics: what makes metrics; left out, what the app has bootstrapped.
    ///   - tracer: what makes spans; left out, what the app has bootstrapped.
    public init(
      of controller: SessionController, leaksEvery interval: Duration? = .seconds(60),
      metrics: any MetricsFactory = MetricsSystem.factory,
      tracer: any Tracer = InstrumentationSystem.tracer
    ) {
      self.controller = controller
      reporter = TelemetryReporter(metrics: metrics, tracer: tracer)
      controller.lostMessages = reporter.lostMessages
      guard let interval else { return }
      work = Task { [weak self] in
        while (try? await Task.sleep(for: interval)) != nil { self?.reportLeaks() }
      }
    }

    isolated deinit { stop() }

    /// Ends reporting.
    public func stop() {
      work?.cancel()
      if controller.lostMessages === reporter.lostMessages { controller.lostMessages = nil }
    }

    /// Looks for leaked models. One counts that was leaked at the look before, too: others may be on
    /// their way out. Costs a look at each model that is alive.
    public func reportLeaks() {
      let (count, new) = leaks.look(at: controller.treeLeaks())
      reporter.report(leaked: count, new: new)
    }
  }
#else
  /// Reports what goes wrong in a tree, where the trait `Telemetry` of this package is on.
  @available(
    *, unavailable,
    message: "add traits: [\"Telemetry\"] to the dependency on model-tree in Package.swift"
  )
  public final class TreeTelemetry {}
#endif
