import TextIO

/// What a command answers, written when it is shown, and in parts if it is large.
struct Answer {
  /// A way to write an answer.
  enum Body {
    /// Text for a person, which may be colored.
    case text((inout StyledText) -> Void)
    /// Bytes of a format with a writer of its own. Lines of text that `folds` break at the width of a
    /// terminal.
    case bytes(InertLines.Form, folds: Bool = false, (inout MemorySink) -> Void)

    /// JSON on one line.
    static func json(_ json: @escaping () -> JSONText) -> Body {
      .bytes(.json) { sink in
        sink.write(json().bytes)
        sink.write("\n" as StaticString)
      }
    }
  }

  /// How an answer is shown.
  struct Options {
    var isJSON = false
    var isColored = true
    /// The file that takes it; nil for standard output.
    var file: String?
  }

  private let text: Body
  private let json: Body
  /// Whether the command found something wrong, or different: the status is 1.
  var hasFindings: Bool
  /// Why the status is 2, although there is an answer; nil if it is not. A prompt stops there.
  var failure: SafeText?
  var options = Options()
  /// Gives what follows the answer, one part after the other, as it comes; nil at the end.
  var parts: ((inout View) throws -> Answer?)?

  init(hasFindings: Bool = false, json: Body? = nil, body: Body) {
    text = body
    self.json = json ?? body
    self.hasFindings = hasFindings
  }

  init(hasFindings: Bool = false, json: Body, text: @escaping (inout StyledText) -> Void) {
    self.init(hasFindings: hasFindings, json: json, body: .text(text))
  }

  init(
    hasFindings: Bool = false, _ json: @escaping () -> JSONText,
    text: @escaping (inout StyledText) -> Void
  ) {
    self.init(hasFindings: hasFindings, json: .json(json), body: .text(text))
  }

  /// An answer that is text only.
  init(_ text: @escaping (inout StyledText) -> Void) { self.init(body: .text(text)) }

  /// No answer.
  static var nothing: Answer { Answer { _ in } }

  /// The number of entries of a list.
  static func count(_ number: Int, hasFindings: Bool = false) -> Answer {
    Answer(hasFindings: hasFindings) {
      .object { $0.write("count", number) }
    } text: {
      $0.line("\(number)")
    }
  }

  /// Answers with what comes bit by bit.
  static func parts(_ next: @escaping (inout View) throws -> Answer?) -> Answer {
    var answer = Answer.nothing
    answer.parts = next
    return answer
  }

  /// The answer with other errors in place of those of its parts.
  func mappingErrors(_ map: @escaping (any Error) -> any Error) -> Answer {
    var answer = self
    answer.failure = failure.map { SafeText("\(map(ConsoleError($0)))") }
    if let parts {
      answer.parts = { view in
        do {
          return try parts(&view)?.mappingErrors(map)
        } catch {
          throw map(error)
        }
      }
    }
    return answer
  }

  /// The way in which the answer is shown.
  private var body: Body { options.isJSON ? json : text }

  /// Whether the answer, as it is shown, is JSON.
  var isJSON: Bool { if case .bytes(.json, _, _) = body { true } else { false } }

  /// Writes the answer, without the parts that follow.
  ///
  /// - Parameters:
  ///   - isColored: Whether it may be colored.
  ///   - columns: The width at which text breaks; nil for none.
  ///   - take: Takes bytes, and what they are.
  func write(
    isColored: Bool, columns: Int? = nil,
    to take: @escaping (UnsafeBufferPointer<UInt8>, InertLines.Form) -> Void
  ) {
    func hand(_ text: borrowing StyledText, _ form: InertLines.Form) {
      guard let columns else { return text.withBytes { take($0, form) } }
      text.folded(to: columns).withBytes { take($0, form) }
    }
    switch body {
    case .text(let write):
      var text = StyledText(isColored: isColored) { hand($0, .text) }
      write(&text)
      hand(text, .text)
    case .bytes(let form, let folds, let write):
      // Only text that is whole in memory can be broken between words.
      if folds, columns != nil {
        var sink = MemorySink()
        write(&sink)
        return hand(StyledText(written: sink.bytes, isColored: isColored), form)
      }
      var sink = MemorySink { take($0, form) }
      write(&sink)
      sink.flush()
    }
  }

  /// The answer, uncolored, without the parts that follow.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var lines = InertLines()
    write(isColored: false) { more, form in
      lines.withInert(more, form) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }
}

/// The status that a process exits with.
package enum ExitStatus: Int32, Hashable, Sendable {
  /// The command did its work, and found nothing.
  case done = 0
  /// The command found something wrong, or different.
  case found = 1
  /// The usage, a spec or the input is wrong.
  case wrong = 2
}

extension Answer {
  /// The status that the answer ends a process with.
  var status: ExitStatus { failure != nil ? .wrong : hasFindings ? .found : .done }
}
