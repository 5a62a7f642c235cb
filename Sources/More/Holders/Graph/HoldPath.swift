/// How something keeps an object alive: from a root along references to the object.
package struct HoldPath: Hashable, Sendable {
  /// Where the path begins; nil for a cycle, which nothing else leads to.
  package var root: HoldRoot?
  /// Who holds the next one, down to who holds the object.
  package var steps: [HoldStep]
  /// Whether the path begins at the object itself.
  package var isCycle = false
  /// Whether it is a cycle that something outside it may hold, as far as is known.
  package var mayBeHeld = false
}

/// What is alive by itself.
package struct HoldRoot: Hashable, Sendable {
  /// The kinds of roots.
  package enum Kind: String, Hashable, Sendable {
    /// A static property.
    case `static`
    /// A global variable.
    case global
    /// A task that hasn't ended.
    case task
    /// Memory of a library, such as the timers of Dispatch.
    case memory
    /// A thread's stack.
    case stack
  }

  package var kind: Kind
  /// The name, such as `Uploader.shared` or `closure #1 in Uploader.start(_:)`.
  package var name: String
  /// The code of a task's function.
  package var code: FunctionCode?

  /// Creates a root.
  package init(_ kind: Kind, _ name: String, code: FunctionCode? = nil) {
    self.kind = kind
    self.name = name
    self.code = code
  }
}

/// One holder on a path.
package struct HoldStep: Hashable, Sendable {
  /// How a holder holds the next one.
  package enum Kind: String, Hashable, Sendable {
    /// In a stored property.
    case field
    /// As an element of a collection.
    case element
    /// As a variable that a closure captures.
    case capture
    /// As a variable of a task's function.
    case task
    /// In memory that no type describes.
    case memory
  }

  /// The kinds of collections.
  package enum Collection: String, Hashable, Sendable {
    case array, set, key, value, queue
  }

  package var kind: Kind
  /// The holder's type; nil for a closure, and for memory that no type describes.
  package var type: String?
  /// The property, with those around it.
  package var field: String?
  /// The collection, if the next one is an element.
  package var collection: Collection?
  /// The function, if the holder is a closure or a task.
  package var function: String?
  /// Its code.
  package var code: FunctionCode?
  /// Whether it is a task that has ended, and holds its result.
  package var hasEnded = false
  /// Whether nothing says that it refers to the next one with what leads there: that may be a number, or a
  /// reference that doesn't retain.
  package var isDoubtful = false
  /// The number of holders after this one that are left out of a long path.
  package var more: Int?

  /// Creates a step.
  package init(
    _ kind: Kind, type: String? = nil, field: String? = nil, collection: Collection? = nil,
    function: String? = nil, code: FunctionCode? = nil
  ) {
    self.kind = kind
    self.type = type
    self.field = field
    self.collection = collection
    self.function = function
    self.code = code
  }

  /// Whether this is a usual cause of leaks: a closure, a task, or a collection.
  package var isSuspect: Bool { kind == .capture || kind == .task && !hasEnded || kind == .element }
}

/// An object, and who holds it.
package struct HeldObject: Hashable, Sendable {
  /// Its address.
  package var address: UInt
  /// Its type.
  package var type: String
  /// The paths that lead to it, the surest and shortest first; one for each holder.
  package var paths: [HoldPath]
  /// The number of strong references that its runtime counts; nil if it doesn't.
  package var strongReferences: Int?
}

/// What was read of a process.
package struct ScanFacts: Hashable, Sendable {
  /// The number of bytes of the heap.
  package var bytes: Int
  /// The number of blocks in it.
  package var objects: Int
  /// How long the process was paused, in nanoseconds.
  package var pause: Int
  /// What was left out, as clauses for people; empty if everything was read.
  package var missing: [String]

  /// Whether everything was read.
  package var isComplete: Bool { missing.isEmpty }
}

/// The answer to a question about a process's memory.
package struct HolderReport: Hashable, Sendable {
  /// The objects that were asked for.
  package var objects: [HeldObject]
  /// What was read.
  package var scanned: ScanFacts

  /// Creates a report.
  package init(objects: [HeldObject], scanned: ScanFacts) {
    self.objects = objects
    self.scanned = scanned
  }
}

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
