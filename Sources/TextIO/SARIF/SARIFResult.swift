/// One result of a log.
package struct SARIFResult: Hashable, Sendable {
  /// A model, and where it is in a file.
  package struct Place: Hashable, Sendable {
    /// A `file:line`; anything else is left out.
    package var source: String?
    /// The model's path.
    package var path: SafeText

    /// Creates a place.
    package init(source: String?, path: SafeText) {
      self.source = source
      self.path = path
    }
  }

  /// Another place that has to do with a result.
  package struct Relation: Hashable, Sendable {
    /// What it has to do with the result.
    package var what: SafeText
    /// Where it is.
    package var place: Place

    /// Creates a relation.
    package init(_ what: SafeText, _ place: Place) {
      self.what = what
      self.place = place
    }
  }

  /// The name of the rule.
  package var rule: String
  /// How much the result matters.
  package var level: SARIFRule.Level
  /// What is wrong.
  package var message: SafeText
  /// Where it is wrong.
  package var place: Place
  /// Other places that have to do with it.
  package var related: [Relation]
  /// What names the same result in every run.
  package var fingerprint: String
  /// Whether a baseline records the result.
  package var isKnown: Bool

  /// Creates a result.
  package init(
    rule: String, level: SARIFRule.Level, message: SafeText, place: Place, related: [Relation],
    fingerprint: String, isKnown: Bool
  ) {
    self.rule = rule
    self.level = level
    self.message = message
    self.place = place
    self.related = related
    self.fingerprint = fingerprint
    self.isKnown = isKnown
  }

  func write(to json: inout JSONObject, ruleIndex: Int?) {
    json.write("ruleId", rule)
    json.write("ruleIndex", ruleIndex)
    json.write("level", level.rawValue)
    json.writeMessage("message", message)
    json.array("locations") { $0.object { place.write(to: &$0) } }
    if !related.isEmpty {
      json.array("relatedLocations") { locations in
        for relation in related {
          locations.object { json in
            json.writeMessage("message", relation.what)
            relation.place.write(to: &json)
          }
        }
      }
    }
    json.object("partialFingerprints") { $0.write("rulePathReason/v1", fingerprint) }
    json.write("baselineState", isKnown ? "unchanged" : "new")
  }
}

extension SARIFResult.Place {
  fileprivate func write(to json: inout JSONObject) {
    if let (file, line) = source.flatMap(SARIFText.fileAndLine) {
      json.object("physicalLocation") { json in
        json.object("artifactLocation") { $0.write("uri", SARIFText.uri(of: file)) }
        json.object("region") { $0.write("startLine", Int(line)) }
      }
    }
    json.array("logicalLocations") { $0.object { $0.write("fullyQualifiedName", path) } }
  }
}
