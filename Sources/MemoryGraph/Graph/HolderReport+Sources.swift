extension HolderReport {
  /// Looks up where functions stand in the sources.
  ///
  /// - Parameter find: returns the place of each function, in the same order; nil where it isn't known.
  package mutating func addSources(_ find: ([FunctionCode]) -> [String?]) {
    var codes: Set<FunctionCode> = []
    forEachCode { if let code = $0 { codes.insert(code) } }
    if codes.isEmpty { return }
    let known = Array(codes)
    let sources = Dictionary(zip(known, find(known)), uniquingKeysWith: { first, _ in first })
    forEachCode { code in
      if let place = code { code?.source = sources[place] ?? nil }
    }
  }

  private mutating func forEachCode(_ body: (inout FunctionCode?) -> Void) {
    for object in objects.indices {
      for path in objects[object].paths.indices {
        if var root = objects[object].paths[path].root {
          body(&root.code)
          objects[object].paths[path].root = root
        }
        for step in objects[object].paths[path].steps.indices {
          body(&objects[object].paths[path].steps[step].code)
        }
      }
    }
  }
}
