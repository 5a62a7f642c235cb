import TextIO
import TreeAnalysis

// JSON, whose keys are part of the contract; the help of `lint` says what they mean.
extension LintResult {
  /// - Parameter limit: How many findings there are at most.
  func json(limit: Int) -> JSONText {
    .object { json in
      json.array("findings") { findings in
        var left = limit
        for group in groups where left > 0 {
          for item in group.items.prefix(left) {
            findings.object { item.write(to: &$0, in: group) }
          }
          left -= group.count
        }
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
