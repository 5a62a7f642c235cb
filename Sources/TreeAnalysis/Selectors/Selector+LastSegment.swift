extension Selector {
  /// Whether a model that is in no tree any more fits the last segment, by its id or its type. What is
  /// above it and the tests are not asked.
  package func lastSegmentFits(id: Int, type: String) -> Bool {
    switch segments.last?.subject {
    case .id(let wanted): id == wanted
    case .name(let glob): glob.matches(type)
    case .anyLevels, .root, nil: false
    }
  }

  /// Whether it is a name, with nothing above it and no test.
  package var isNameAlone: Bool { !isAnchored && segments.count == 1 && isPathOfNames }

  /// Whether it asks for labels.
  package var asksForLabels: Bool {
    segments.contains { segment in
      segment.tests.contains { if case .label = $0 { true } else { false } }
    }
  }

  /// Whether it asks for names alone, so that a model fits it from the first or never: it has no tests,
  /// and ends in a name.
  package var isPathOfNames: Bool {
    guard case .name? = segments.last?.subject else { return false }
    return segments.allSatisfy(\.tests.isEmpty)
  }
}
