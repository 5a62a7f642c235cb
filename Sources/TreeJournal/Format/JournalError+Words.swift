import TextIO

extension JournalError: CustomStringConvertible {
  /// One clause that names the file, what is wrong and what to do.
  public var description: String { words.string }

  private var words: SafeText {
    switch self {
    case .file(let error): "\(error)"
    case .foreignFile(let path):
      "'\(path)' is not a journal, and stays as it is; name another file"
    case .damaged(let path, let fault): "'\(path)': \(fault)"
    }
  }
}

extension JournalFault: CustomStringConvertible {
  /// What is wrong and what to do.
  public var description: String { words.string }

  private var words: SafeText {
    switch self {
    case .notAJournal: "this is not a journal"
    case .unknownVersion(let version):
      "the journal has version \(Int(clamping: version)), and this reads version 1; "
        + (version > 1 ? "update modeltree" : "use the 'modeltree' of the app's own release")
    case .cutOff: "the journal is cut off; copy it again, whole"
    case .wrongHeader: "the journal's header is damaged; copy the file again"
    case .wrongSegment(let position):
      "the journal is damaged at word \(Int(clamping: position)) of its records; copy it again"
    case .wrongCheckpoint(let position):
      "the journal's picture of the tree at word \(Int(clamping: position)) is damaged; "
        + "choose a later moment"
    }
  }
}

extension MomentError: CustomStringConvertible {
  /// What is wrong and what to do.
  package var description: String { words.string }

  private var words: SafeText {
    switch self {
    case .syntax(let text):
      "'\(text)' is no moment; give a record's number (1234), a time (12:03:04.5, or "
        + "2026-03-01T12:03:04Z) or an age (-2s)"
    case .dropped(let first):
      "the journal no longer holds that moment; the first one that it holds is \(first)"
    case .later(let last): "the journal ends at moment \(last)"
    case .before(let first): "the journal begins later; its first moment is \(first)"
    case .tooLarge(let bytes):
      "the tree did not fit into the journal; with \(bytes) bytes it would"
    case .noTrees:
      "objects that are no models keep no tree in a journal; 'journal', 'history' and "
        + "'render --timeline' show what they reported"
    case .noTree(let moment, let last?):
      "there was no tree at moment \(moment), as its session was gone; the last moment with one is "
        + "\(last)"
    case .noTree(let moment, nil):
      "there was no tree at moment \(moment), and none is kept of before"
    case .damaged(let fault): "\(fault)"
    }
  }
}
