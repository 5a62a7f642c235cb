import TextIO

#if DEBUG
  // A local session that was never opened looks like one that works.
  extension Session {
    /// The types of sessions that were reported.
    private static var reportedTypes: Set<ObjectIdentifier> = []

    /// Reports the session on standard error if it is in the tree and still wasn't opened when the
    /// main actor is next free. Reports each type once, but never a plain `Session`, which has
    /// nothing to run.
    final func reportIfNeverOpened() {
      guard !Self.isPlain else { return }
      Task { [weak self] in
        guard let self, parent != nil, !isOpen,
          Self.reportedTypes.insert(ObjectIdentifier(Self.self)).inserted
        else { return }
        Descriptor.writeAll(
          """
          ModelTree: \(typeName), created at \(creationSource), isn't open, so it has no services and \
          sessionDidLoad() hasn't run. Call open() after you create it.

          """.utf8, to: Descriptor.errors)
      }
    }
  }
#endif
