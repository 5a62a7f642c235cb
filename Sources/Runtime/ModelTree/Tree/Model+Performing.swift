import TreeJournal

extension Model {
  /// Does what a person or another program asks for, and names it in the journal: everything that follows
  /// has it as its cause.
  ///
  /// ```swift
  /// func didTap(_ subject: Subject) {
  ///   model.perform("pick", subject.name) { model.pick(subject) }
  /// }
  /// ```
  ///
  /// Without a journal, it costs nothing but the call.
  ///
  /// - Parameters:
  ///   - action: the action's name, such as `pick`.
  ///   - words: what it is done with; a journal that keeps names alone leaves them out.
  ///   - body: does it.
  /// - Returns: the result of `body`.
  /// - Throws: the error that `body` throws.
  @discardableResult
  public func perform<Result>(
    _ action: String, _ words: String..., do body: () throws -> Result
  ) rethrows -> Result {
    guard let recorder = store.journal else { return try body() }
    return try recorder.journal.perform(action, words, at: recorder.node(id)) {
      recorder.touched.add(node, recorder.journal.writer.latest)
      return try body()
    }
  }

  /// Does what a person or another program asks for and takes time, and names it in the journal: everything
  /// that follows has it as its cause, also in tasks that `body` starts.
  ///
  /// - Parameters:
  ///   - action: the action's name, such as `load`.
  ///   - words: what it is done with; a journal that keeps names alone leaves them out.
  ///   - body: does it.
  /// - Returns: the result of `body`.
  /// - Throws: the error that `body` throws.
  @discardableResult
  public func perform<Result>(
    _ action: String, _ words: String..., do body: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    guard let recorder = store.journal else { return try await body() }
    let (journal, node) = (recorder.journal, recorder.node(id))
    let mark = journal.beginAction(action, words, at: node)
    defer {
      recorder.touched.add(self.node, mark.number)
      journal.writer.finish(mark, missing: 0)
    }
    return try await journal.writer.performing(mark.number, node, body)
  }
}

extension Journal {
  /// Records an action, and does it.
  func perform<Result>(
    _ action: String, _ words: [String], at node: UInt64, _ body: () throws -> Result
  ) rethrows -> Result {
    let mark = beginAction(action, words, at: node)
    let outer = writer.begin(mark.number, node)
    defer {
      writer.resume(outer)
      writer.finish(mark, missing: 0)
    }
    return try body()
  }

  fileprivate func beginAction(
    _ action: String, _ words: [String], at node: UInt64
  ) -> JournalWriter.Mark {
    var texts = RecordTexts()
    if self.texts == .all { for word in words { texts.add(.word, word) } }
    return write(
      .init(
        .performed, node: node, name: writer.names.text(action),
        detail: JournalFormat.unfinished, texts: texts))
  }

  /// Records an action that is done from outside, on no model of its own, and does it.
  ///
  /// - Parameters:
  ///   - words: the action's name, and what follows it.
  ///   - tree: the number of the tree in the journal.
  ///   - body: does it.
  /// - Returns: the result of `body`.
  /// - Throws: the error that `body` throws.
  package nonisolated func perform<Result>(
    _ words: [String], ofTree tree: Int, _ body: () throws -> Result
  ) rethrows -> Result {
    let (mark, outer) = MainActor.assumeIsolated {
      let node = UInt64(truncatingIfNeeded: tree) << JournalFormat.idBits
      let mark = beginAction(words.first ?? "", Array(words.dropFirst()), at: node)
      return (mark, writer.begin(mark.number, node))
    }
    defer {
      MainActor.assumeIsolated {
        writer.resume(outer)
        writer.finish(mark, missing: 0)
        lookNow()
      }
    }
    return try body()
  }
}
