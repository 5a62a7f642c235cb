import ModelTree

/// The events, in order.
final class Log {
  private(set) var lines: [String] = []

  func callAsFunction(_ line: String) { lines.append(line) }
}

/// Models that log the messages they receive.
protocol Logging: Model {
  var name: String { get }
  var log: Log { get }
}

extension Logging {
  /// Creates a child that shares the log.
  @discardableResult
  func child(_ name: String, file: StaticString = #fileID, line: UInt = #line) -> Probe {
    Probe(name, under: self, log: log, file: file, line: line)
  }

  /// Creates a local session that shares the log.
  @discardableResult
  func localSession(
    _ name: String, file: StaticString = #fileID, line: UInt = #line
  ) -> ProbeSession {
    ProbeSession(name, under: self, log: log, file: file, line: line)
  }
}

final class Probe: Model, Logging {
  let name: String
  let log: Log
  var onDeinit: ((Probe) -> Void)?

  init(_ name: String, under parent: Model, log: Log, file: StaticString, line: UInt) {
    self.name = name
    self.log = log
    super.init(parent: parent, file: file, line: line)
  }

  isolated deinit { onDeinit?(self) }

  override var label: String? { name }
  override func handle(_ error: ModelError) { log("\(name) error \(error.domain).\(error.code)") }
  override func handle(_ bubble: BubbleNotification) {
    log("\(name) bubble \(bubble.domain).\(bubble.code)")
  }
  override func handle(_ event: GlobalEvent) { log("\(name) event \(event.domain).\(event.code)") }
  override func sessionWillClose() { log("\(name) will close") }
}

final class ProbeSession: Session, Logging {
  let name: String
  let log: Log
  var whenCreatingServices: ((ProbeSession) -> Void)?
  var whenLoading: ((ProbeSession) -> Void)?

  init(_ name: String = "root", file: StaticString = #fileID, line: UInt = #line) {
    self.name = name
    log = Log()
    super.init(file: file, line: line)
  }

  init(_ name: String, under parent: Model, log: Log, file: StaticString, line: UInt) {
    self.name = name
    self.log = log
    super.init(parent: parent, file: file, line: line)
  }

  override var label: String? { name }
  override func handle(_ error: ModelError) { log("\(name) error \(error.domain).\(error.code)") }
  override func handle(_ bubble: BubbleNotification) {
    log("\(name) bubble \(bubble.domain).\(bubble.code)")
  }
  override func handle(_ event: GlobalEvent) { log("\(name) event \(event.domain).\(event.code)") }
  override func sessionWillClose() { log("\(name) will close") }
  override func handleUncaught(_ error: ModelError) {
    log("\(name) uncaught \(error.domain).\(error.code)")
  }
  override func createServices() { whenCreatingServices?(self) }
  override func sessionDidLoad() {
    log("\(name) did load")
    whenLoading?(self)
  }
}

/// The names of models, for whole comparisons.
func names(_ models: [Model]) -> [String] { models.map { $0.label ?? "?" } }
