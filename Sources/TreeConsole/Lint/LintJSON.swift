import TextIO
import TreeAnalysis

// JSON, whose keys are part of the contract; the help of `lint` says what they mean.
extension LintResult {
  /// - Parameter limit: How many findings there are at most.
  func json(limit: Int) -> JSONText {
    .object { json in
      json.array("findings") { findings in
        for item in items.prefix(limit) { findings.object { item.write(to: &$0) } }
      }
      json.write("new", newCount)
      json.write("known", knownCount)
      json.array("stale") { array in
        for entry in stale {
          array.object { json in
            json.write("rule", entry.rule)
            json.write("path", entry.path)
            json.write("reason", entry.reason)
          }
        }
      }
      json.write("disabled", disabled)
    }
  }
}

extension LintResult.Item {
  fileprivate func write(to json: inout JSONObject) {
    let observation = finding.observation
    json.write("rule", finding.rule)
    json.write("severity", finding.severity.rawValue)
    json.write("state", isKnown ? "known" : "new")
    observation.place.write(to: &json)
    if let message = observation.problem.message {
      json.object("message") {
        $0.write(message.kind, domain: message.domain, code: message.code)
      }
    }
    json.write("reason", observation.reason)
    json.write("remedy", finding.remedy)
    if !observation.related.isEmpty {
      json.array("related") { related in
        for relation in observation.related {
          related.object { json in
            json.write("what", relation.what)
            relation.place.write(to: &json)
          }
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
