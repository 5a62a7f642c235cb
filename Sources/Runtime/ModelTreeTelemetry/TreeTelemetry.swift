#if Telemetry
  public import CoreMetrics
  public import ModelTree
  public import Tracing

  /// Reports uncaught errors, unhandled bubbles, and leaked models to an app's metrics and traces.
  ///
  /// ```swift
  /// let telemetry = TreeTelemetry(of: controller)  // after MetricsSystem and InstrumentationSystem
  /// ```
  ///
  /// It reports as long as it is retained, to the systems that the app has bootstrapped before;
  /// without any, its reports go nowhere. A message that a model handles costs nothing extra. It
  /// reports these values:
  ///
  /// | name | value |
  /// |---|---|
  /// | `modeltree_uncaught_errors` | a counter, by `domain` and `code` |
  /// | `modeltree_unhandled_bubbles` | a counter, by `domain` and `code` |
  /// | `modeltree_leaked_models` | a meter: the number of models that leak now |
  /// | `modeltree_leaks` | a counter of models that began to leak, by `type` |
  ///
  /// Each also has a span, in the trace of the work that raised the message. Test messages of an
  /// inspector are not reported.
  @MainActor
  public final class TreeTelemetry {
    private let controller: SessionController
    private let reporter: TelemetryReporter
    private var leaks = LeakWatch()
    private var work: Task<Void, Never>?

    /// Starts to report, for the current session and all that follow.
    ///
    /// - Parameters:
    ///   - controller: the controller of the app's sessions.
    ///   - interval: the interval between searches for leaked models, each of which visits every
    ///     live model; nil if you call `reportLeaks()` yourself.
    ///   - metrics: the factory of metrics; defaults to the one that the app has bootstrapped.
    ///   - tracer: the tracer of spans; defaults to the one that the app has bootstrapped.
    public init(
      of controller: SessionController, leaksEvery interval: Duration? = .seconds(60),
      metrics: any MetricsFactory = MetricsSystem.factory,
      tracer: any Tracer = InstrumentationSystem.tracer
    ) {
      self.controller = controller
      reporter = TelemetryReporter(metrics: metrics, tracer: tracer)
      controller.add(reporter)
      guard let interval else { return }
      work = Task { [weak self] in
        while (try? await Task.sleep(for: interval)) != nil { self?.reportLeaks() }
      }
    }

    isolated deinit { stop() }

    /// Stops reporting.
    public func stop() {
      work?.cancel()
      controller.remove(reporter)
      controller.session?.store.remove(reporter)
    }

    /// Reports leaked models. A model counts if it was already leaked at the previous call, because
    /// others may be about to be released. Visits every live model.
    public func reportLeaks() {
      let (count, new) = leaks.look(at: controller.treeLeaks())
      reporter.report(leaked: count, new: new)
    }
  }
#else
  /// Reports problems in a tree. Available if this package's trait `Telemetry` is on.
  @available(
    *, unavailable,
    message: "add traits: [\"Telemetry\"] to the dependency on model-tree in Package.swift"
  )
  public final class TreeTelemetry {}
#endif
