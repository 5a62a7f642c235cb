package import TextIO
package import TreeJournal
import TreeSnapshot

/// Messages of a journal as OpenTelemetry spans, in the JSON of its protocol (OTLP).
///
/// A message is a span, with a span below it for each handler. Messages that a handler raised are
/// below its span, and its changes are the span's events. Everything caused by one message is one
/// trace.
package struct TelemetrySpans {
  private let contents: JournalContents
  private let words: RecordWords
  private let outcomes: MessageOutcomes
  private let service: String
  private let version: String
  /// The raises of the messages, in order.
  private let raises: [Int]
  /// The first message that caused one, if any.
  private let origins: [Int: Int]
  /// The changes that handlers made, by the handler's record.
  private let changes: [Int: [JournalRecord]]
  /// The number of records that don't belong to a message.
  package let leftOut: Int

  /// - Parameters:
  ///   - contents: the journal.
  ///   - types: the types of its models.
  ///   - service: the app's name.
  ///   - version: the version of the exporter.
  package init(
    of contents: JournalContents, _ types: JournalTypes, service: String, version: String
  ) {
    self.contents = contents
    self.service = service
    self.version = version
    words = RecordWords(contents: contents, types: types)
    outcomes = MessageOutcomes(of: contents)
    var wanted: Set<Int> = []
    var changes: [Int: [JournalRecord]] = [:]
    var leftOut = 0
    for record in contents.records.lazy.compactMap({ contents[$0] }) {
      if let number = record.event == .raised ? record.number : record.begun {
        wanted.insert(number)
      } else if let cause = record.cause, let raise = contents[cause]?.raise {
        wanted.insert(raise)
        changes[cause, default: []].append(record)
      } else {
        leftOut += 1
      }
    }
    raises = wanted.sorted()
    var origins: [Int: Int] = [:]
    contents.forEachRecord { record in
      if record.event == .raised, let cause = record.cause,
        let raise = contents[cause]?.raise, raise < record.number
      {
        origins[record.number] = origins[raise] ?? raise
      }
      return true
    }
    self.origins = origins
    self.changes = changes
    self.leftOut = leftOut
  }

  /// Writes the spans, as one object on a line.
  package func write(to sink: inout MemorySink) {
    let start = JSONText.object { json in
      json.array("resourceSpans") { resources in
        resources.object { resource in
          resource.object("resource") { json in
            json.write([
              ("service.name", .text(service)), ("process.pid", .number(contents.process)),
            ])
          }
          resource.array("scopeSpans") { scopes in
            scopes.object { scope in
              scope.object("scope") { json in
                json.write("name", "modeltree")
                json.write("version", version)
              }
              scope.array("spans") { spans in
                for number in raises {
                  if let raise = contents[number] { write(raise, to: &spans) }
                }
              }
            }
          }
        }
      }
    }
    sink.write(start.bytes)
    sink.write(byte: UInt8(ascii: "\n"))
  }

  // MARK: Spans

  private func write(_ raise: JournalRecord, to spans: inout JSONArray) {
    let outcome = outcomes[raise.number]
    let trace = traceID(of: raise)
    let end = outcome.map { $0.runsHandlers ? self.end(of: $0) : $0.time }
    spans.object { json in
      writeSpan(
        raise, trace, parent: raise.cause.flatMap { contents[$0] == nil ? nil : $0 },
        name: "raise \(RecordWords.name(raise.message))", end: end ?? raise.time, to: &json)
      let message = raise.message.map {
        SafeText("\($0.domain).\($0.code ?? "*")").string
      }
      json.write([
        ("modeltree.record", .number(raise.number)),
        ("modeltree.raiser", .text(words.name(raise.node).string)),
        ("modeltree.kind", raise.message.map { .text($0.kind.rawValue) }),
        ("modeltree.message", message.map { .text($0) }),
        ("modeltree.outcome", .text(outcome?.event.rawValue ?? "unknown")),
        ("modeltree.hops", outcome?.hops.map { .number($0) }),
        ("modeltree.receivers", outcome?.count.map { .number($0) }),
        ("modeltree.test", raise.isTest ? .flag(true) : nil),
      ])
      // Only an uncaught error is an error of the trace; others are part of the app's normal work.
      if outcome?.event == .uncaught {
        json.object("status") { status in
          status.write("code", 2)
          status.write("message", "uncaught")
        }
      }
    }
    guard let outcome, outcome.runsHandlers else { return }
    spans.object { json in
      let handler = outcome.handler.map {
        words.name(JournalNode(tree: outcome.node.tree, id: $0))
      }
      writeSpan(
        outcome, trace, parent: raise.number,
        name: handler.map { "\($0) \(outcome.event.rawValue) it" }
          ?? "\(counted(outcome.count ?? 0, "model")) received it",
        end: self.end(of: outcome), to: &json)
      json.write([
        ("modeltree.record", .number(outcome.number)),
        ("modeltree.handler", handler.map { .text($0.string) }),
        ("modeltree.unfinished", outcome.nanoseconds == nil ? .flag(true) : nil),
      ])
      if let changes = changes[outcome.number] {
        json.array("events", of: changes) { change, json in
          json.write("timeUnixNano", Self.time(change.time))
          json.write("name", words.sentence(change))
          json.write([
            ("modeltree.record", .number(change.number)),
            ("code.location", change.source.map { .text(SafeText($0).string) }),
          ])
        }
      }
    }
  }

  private func writeSpan(
    _ record: JournalRecord, _ trace: String, parent: Int?, name: SafeText, end: Int,
    to json: inout JSONObject
  ) {
    json.write("traceId", trace)
    json.write("spanId", spanID(of: record.number))
    if let parent { json.write("parentSpanId", spanID(of: parent)) }
    json.write("name", name)
    json.write("kind", 1)
    json.write("startTimeUnixNano", Self.time(record.time))
    json.write("endTimeUnixNano", Self.time(max(record.time, end)))
  }

  /// When the handlers of a record returned; those that didn't end with the last record.
  private func end(of record: JournalRecord) -> Int {
    record.nanoseconds.map { record.time &+ $0 } ?? contents.lastTime ?? record.time
  }

  /// In the JSON of protocol buffers, 64-bit numbers are strings.
  private static func time(_ nanoseconds: Int) -> String { String(max(0, nanoseconds)) }

  // MARK: Ids

  /// The trace of a message is that of the first message that caused it.
  private func traceID(of raise: JournalRecord) -> String {
    let first = UInt64(origins[raise.number] ?? raise.number)
    let start = UInt64(truncatingIfNeeded: contents.start)
    return Self.mixed(start &+ first).hexadecimal
      + Self.mixed(start ^ Self.mixed(first)).hexadecimal
  }

  private func spanID(of number: Int) -> String {
    let id = Self.mixed(UInt64(truncatingIfNeeded: contents.start) &* 31 &+ UInt64(number))
    return (id == 0 ? 1 : id).hexadecimal
  }

  /// The same for the same journal, but most likely different for another: splitmix64.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

private enum AttributeValue {
  case text(String)
  case number(Int)
  case flag(Bool)
}

extension JSONObject {
  /// Writes attributes that have values.
  fileprivate mutating func write(_ attributes: [(key: String, value: AttributeValue?)]) {
    array("attributes") { array in
      for (key, value) in attributes {
        guard let value else { continue }
        array.object { json in
          json.write("key", key)
          json.object("value") { json in
            switch value {
            case .text(let text): json.write("stringValue", text)
            case .number(let number): json.write("intValue", String(number))
            case .flag(let flag): json.write("boolValue", flag)
            }
          }
        }
      }
    }
  }
}

/// The outcomes of a journal's messages.
struct MessageOutcomes: Sendable {
  private let contents: JournalContents
  /// By record: the number of its message's outcome, or 0.
  private var outcomes: [Int]

  /// Collects the outcomes. Costs a look at each record.
  init(of contents: JournalContents) {
    self.contents = contents
    outcomes = Array(repeating: 0, count: contents.records.count)
    let first = contents.records.lowerBound
    contents.forEachRecord(of: [.handled, .uncaught, .unhandled, .unheard, .delivered]) { record in
      if let raise = record.raise, raise >= first { outcomes[raise - first] = record.number }
      return true
    }
  }

  /// The record of a message's outcome; nil if there is none.
  ///
  /// - Parameter raise: the number of its raise.
  subscript(raise: Int) -> JournalRecord? {
    guard contents.records.contains(raise) else { return nil }
    let outcome = outcomes[raise - contents.records.lowerBound]
    return outcome == 0 ? nil : contents[outcome]
  }
}
