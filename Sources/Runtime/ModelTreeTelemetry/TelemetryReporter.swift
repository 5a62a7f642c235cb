#if Telemetry
  import CoreMetrics
  import ModelTree
  import Tracing
  import TreeSnapshot

  /// Reports failures as metrics and spans.
  @MainActor
  final class TelemetryReporter {
    /// The name of a counter and its dimensions.
    private struct CounterKey: Hashable {
      let name: String
      let dimensions: [String]
    }

    private let metrics: any MetricsFactory
    private let tracer: any Tracer
    /// Cached, because getting one from a factory takes a lock and a search.
    private var counters: [CounterKey: Counter] = [:]
    private lazy var leaked = Meter(label: "modeltree_leaked_models", factory: metrics)

    init(metrics: any MetricsFactory, tracer: any Tracer) {
      self.metrics = metrics
      self.tracer = tracer
    }

    private func report(_ error: ModelError) {
      if error.isTest { return }
      count("modeltree_uncaught_errors", ["domain": error.domain, "code": error.code])
      span("uncaught \(error.domain).\(error.code)") { span in
        span.attributes["modeltree.domain"] = error.domain
        span.attributes["modeltree.code"] = error.code
        if let label = error.label { span.attributes["modeltree.label"] = label }
        if let raiser = error.raiser { span.attributes["modeltree.raiser"] = "\(raiser)" }
        if let source = error.source { span.attributes["modeltree.source"] = source }
        span.recordError(error)
      }
    }

    private func report(_ bubble: BubbleNotification) {
      if bubble.isTest { return }
      count("modeltree_unhandled_bubbles", ["domain": bubble.domain, "code": bubble.code])
      span("unhandled \(bubble.domain).\(bubble.code)") { span in
        span.attributes["modeltree.domain"] = bubble.domain
        span.attributes["modeltree.code"] = bubble.code
        span.attributes["modeltree.raiser"] = "\(type(of: bubble.sender)) #\(bubble.sender.id)"
      }
    }

    /// Reports the number of leaked models, and each new one.
    func report(leaked count: Int, new: [LeakedModel]) {
      leaked.set(count)
      for model in new {
        self.count("modeltree_leaks", ["type": model.type])
        span("leaked \(model.type)") { span in
          span.attributes["modeltree.type"] = model.type
          if let path = model.path { span.attributes["modeltree.path"] = path }
          if let source = model.source { span.attributes["modeltree.source"] = source }
        }
      }
    }

    private func count(_ name: String, _ dimensions: KeyValuePairs<String, String>) {
      let key = CounterKey(name: name, dimensions: dimensions.map(\.value))
      if let counter = counters[key] { return counter.increment() }
      let counter = Counter(
        label: name, dimensions: dimensions.map { ($0.key, $0.value) }, factory: metrics)
      counters[key] = counter
      counter.increment()
    }

    /// Creates a span without duration, in the trace of the current work.
    private func span(_ name: String, _ describe: (any Span) -> Void) {
      let span = tracer.startSpan(name, context: .current ?? .topLevel, ofKind: .internal)
      describe(span)
      span.setStatus(SpanStatus(code: .error))
      span.end()
    }
  }

  // The messages that no model handled.
  extension TelemetryReporter: TreeObserver, SessionObserver {
    func begin(_ session: Session) { session.store.add(self) }

    func raised(_ raise: Raise) {
      switch raise.outcome {
      case .uncaught: if let error = raise.message as? ModelError { report(error) }
      case .unhandled: if let bubble = raise.message as? BubbleNotification { report(bubble) }
      case .handled, .delivered: break
      }
    }
  }
#endif
