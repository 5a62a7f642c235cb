import CoreMetrics
import InMemoryTracing
import MetricsTestKit
import ModelTree
import ModelTreeTelemetry
import Testing
import Tracing

enum NetworkErrors: Int, ErrorCode, CaseIterable { case badResponse = 100, badToken = 101 }
enum MenuBubble: String, BubbleNotificationName, CaseIterable { case show = "Show" }

/// Failures of a tree, as an app's own metrics and spans.
@Suite struct `Telemetry of a tree` {
  private let metrics = TestMetrics()
  private let tracer = InMemoryTracer()
  private let controller = SessionController(
    anonymous: { Session() }, authorized: { Session(credentials: $0) })

  private func begin() -> TreeTelemetry {
    controller.start()
    return TreeTelemetry(of: controller, leaksEvery: nil, metrics: metrics, tracer: tracer)
  }

  private func session() throws -> Session { try #require(controller.session) }

  @Test func `an error that nobody handles is counted, and has a span with its raiser`() throws {
    let telemetry = begin()
    let model = Model(parent: try session())
    for _ in 0..<3 { model.raise(NetworkErrors.badToken) }
    model.raise(NetworkErrors.badResponse)
    let counter = try metrics.expectCounter(
      "modeltree_uncaught_errors", [("domain", "NetworkErrors"), ("code", "101")])
    #expect(counter.totalValue == 3)
    #expect(metrics.counterTotal(label: "modeltree_uncaught_errors") == 4)
    let spans = tracer.finishedSpans
    #expect(spans.count == 4)
    #expect(spans[0].operationName == "uncaught NetworkErrors.101")
    #expect(spans[0].status?.code == .error)
    #expect(spans[0].attributes.get("modeltree.label") == .string("badToken"))
    #expect(spans[0].attributes.get("modeltree.raiser") == .string("Model #\(model.id)"))
    #expect(spans[0].errors.count == 1)
    withExtendedLifetime(telemetry) {}
  }

  @Test func `a bubble without effect is counted, and has a span`() throws {
    let telemetry = begin()
    Model(parent: try session()).raise(MenuBubble.show)
    let counter = try metrics.expectCounter(
      "modeltree_unhandled_bubbles", [("domain", "MenuBubble"), ("code", "Show")])
    #expect(counter.totalValue == 1)
    #expect(tracer.finishedSpans.map(\.operationName) == ["unhandled MenuBubble.Show"])
    withExtendedLifetime(telemetry) {}
  }

  @Test func `what a model takes is not reported`() throws {
    let telemetry = begin()
    try session().register(for: NetworkErrors.badToken)
    try session().register(for: MenuBubble.show)
    let model = Model(parent: try session())
    model.raise(NetworkErrors.badToken)
    model.raise(MenuBubble.show)
    #expect(metrics.counters.isEmpty)
    #expect(tracer.finishedSpans.isEmpty)
    withExtendedLifetime(telemetry) {}
  }

  @Test func `spans lie in the trace of the work that raised the message`() throws {
    let telemetry = begin()
    let model = Model(parent: try session())
    tracer.withSpan("upload") { _ in _ = model.raise(NetworkErrors.badToken) }
    let spans = tracer.finishedSpans
    #expect(spans.map(\.operationName) == ["uncaught NetworkErrors.101", "upload"])
    #expect(spans[0].parentSpanID == spans[1].spanID)
    #expect(spans[0].traceID == spans[1].traceID)
    withExtendedLifetime(telemetry) {}
  }

  @Test func `later sessions are reported on, too`() throws {
    let telemetry = begin()
    try session().close(with: Credentials(userID: "1", userName: "Anna", token: "t"))
    try session().raise(NetworkErrors.badToken)
    #expect(metrics.counterTotal(label: "modeltree_uncaught_errors") == 1)
    telemetry.stop()
    try session().raise(NetworkErrors.badToken)
    #expect(metrics.counterTotal(label: "modeltree_uncaught_errors") == 1)
  }

  @Test func `nothing is reported once the telemetry is gone`() throws {
    var telemetry: TreeTelemetry? = begin()
    withExtendedLifetime(telemetry) {}
    telemetry = nil
    try session().raise(NetworkErrors.badToken)
    #expect(metrics.counters.isEmpty)
  }

  @Test func `the end of an earlier telemetry leaves the later one`() throws {
    var earlier: TreeTelemetry? = begin()
    withExtendedLifetime(earlier) {}
    let telemetry = TreeTelemetry(of: controller, leaksEvery: nil, metrics: metrics, tracer: tracer)
    earlier = nil
    try session().raise(NetworkErrors.badToken)
    #expect(metrics.counterTotal(label: "modeltree_uncaught_errors") == 1)
    withExtendedLifetime(telemetry) {}
  }

  @Test func `a model leaks that is left behind at two looks`() throws {
    let telemetry = begin()
    var kept: Model? = Model(parent: try session())
    telemetry.reportLeaks()
    kept?.removeFromParent()
    telemetry.reportLeaks()
    #expect(try metrics.expectMeter("modeltree_leaked_models").values.last == 0)
    telemetry.reportLeaks()
    telemetry.reportLeaks()
    #expect(try metrics.expectMeter("modeltree_leaked_models").values.last == 1)
    #expect(try metrics.expectCounter("modeltree_leaks", [("type", "Model")]).totalValue == 1)
    #expect(tracer.finishedSpans.map(\.operationName) == ["leaked Model"])
    #expect(
      tracer.finishedSpans[0].attributes.get("modeltree.source").map { "\($0)" }?
        .contains("TelemetryTests.swift") == true)
    kept = nil
    telemetry.reportLeaks()
    #expect(try metrics.expectMeter("modeltree_leaked_models").values.last == 0)
  }

  @Test func `leaks are looked for now and then`() async throws {
    controller.start()
    let telemetry = TreeTelemetry(
      of: controller, leaksEvery: .milliseconds(1), metrics: metrics, tracer: tracer)
    let kept = Model(parent: try session())
    kept.removeFromParent()
    while tracer.finishedSpans.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    #expect(tracer.finishedSpans.map(\.operationName) == ["leaked Model"])
    withExtendedLifetime((telemetry, kept)) {}
  }
}
