import TextIO
import TreeAnalysis

/// What lint found as JSON, whose keys are part of the contract; the help of `lint` says what they mean.
///
/// A finding goes out as it is made: a million of them would hold ten times what their tree does.
struct LintJSON: WrittenAnswer {
  let result: LintResult
  /// How many findings there are at most.
  let limit: Int

  func write(to sink: inout some ByteSink & ~Copyable) {
    sink.write("{\"findings\": [" as StaticString)
    var left = limit
    for group in result.groups where left > 0 {
      for item in group.items.prefix(left) {
        if left < limit { sink.write(", " as StaticString) }
        left -= 1
        sink.write(JSONText.object { item.write(to: &$0, in: group) }.bytes[...])
      }
    }
    sink.write("], " as StaticString)
    sink.write(rest.bytes.dropFirst())
    sink.write("\n" as StaticString)
  }

  /// An object with all but the findings.
  private var rest: JSONText {
    .object { json in
      json.write("new", result.newCount)
      json.write("known", result.knownCount)
      json.array("stale") { array in
        for entry in result.stale {
          array.object { json in
            json.write("rule", entry.rule)
            json.write("path", entry.path)
            json.write("reason", entry.reason)
          }
        }
      }
      json.write("disabled", result.disabled)
    }
  }
}

extension ByteSink where Self: ~Copyable {
  fileprivate mutating func write(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBufferPointer { write($0) }
  }
}

extension LintResult.Item {
  fileprivate func write(to json: inout JSONObject, in group: LintResult.Group) {
    json.write("rule", group.rule.name)
    json.write("severity", group.severity.rawValue)
    json.write("state", isKnown ? "known" : "new")
    finding.place.write(to: &json)
    if let message = finding.message {
      json.object("message") {
        $0.write(message.kind, domain: message.domain, code: message.code)
      }
    }
    json.write("reason", finding.reason)
    json.write("remedy", group.rule.remedy)
    if let relation = finding.relation {
      json.array("related") { related in
        related.object { json in
          json.write("what", relation.what)
          relation.place.write(to: &json)
        }
      }
    }
  }
}

extension LintPlace {
  fileprivate func write(to json: inout JSONObject) {
    json.write("path", path)
    json.write("id", id)
    json.write("source", source)
  }
}
