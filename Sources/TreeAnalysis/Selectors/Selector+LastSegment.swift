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
}
