extension JournalWriter {
  /// What a record says.
  package struct Entry {
    let event: JournalEvent
    let node: UInt64
    let name: UInt32
    let other: UInt64
    let detail: UInt64
    let source: UInt64
    package let texts: RecordTexts

    /// Describes a record.
    ///
    /// - Parameters:
    ///   - event: what happened.
    ///   - node: the model's id, and its tree above that.
    ///   - name: the record's name.
    ///   - other: another model's id, and flags.
    ///   - detail: the number of a record.
    ///   - source: where the app did it.
    ///   - texts: its texts.
    package init(
      _ event: JournalEvent, node: UInt64, name: UInt32 = 0, other: UInt64 = 0,
      detail: UInt64 = 0, source: UInt64 = 0, texts: RecordTexts = RecordTexts()
    ) {
      (self.event, self.node, self.name, self.other) = (event, node, name, other)
      (self.detail, self.source, self.texts) = (detail, source, texts)
    }
  }
}
