extension TreeStore {
  /// The links and marks of a node: 64 bytes, a line of a processor's cache.
  struct Links {
    var parent = TreeStore.none
    var firstChild = TreeStore.none
    var lastChild = TreeStore.none
    var nextSibling = TreeStore.none
    var previousSibling = TreeStore.none
    /// The node's first subscription in `subscriptions`.
    var firstSubscription = TreeStore.none
    var isSession = false
    /// Whether it is a session that never had a parent.
    var isRootSession = false
    /// Whether the node has left the tree of the root session and outlived that.
    var isOutside = false
    /// What `Departures` notes for the model's end.
    var departures = DepartureMarks()
    let line: UInt32
    let file: UnsafePointer<UInt8>?
    /// Ascends in the order in which models are created; 0 once the model is deallocated.
    var id: Int
    /// The store's count of removals when the node was detached during the delivery of an event.
    var detachedAt = 0
    /// The model's type, which outlives the model for a moment.
    var type: AnyClass

    init(parent: Int32, isSession: Bool, id: Int, type: AnyClass, source: SourceLocation) {
      self.parent = parent
      self.isSession = isSession
      isRootSession = parent == TreeStore.none
      self.id = id
      self.type = type
      (file, line) = (source.file, source.line)
    }

    /// The `file:line` that created the model.
    var source: SourceLocation { SourceLocation(file: file, line: line) }
  }
}
