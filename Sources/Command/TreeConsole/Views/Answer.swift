import TextIO

/// A command's answer, written when it is shown, and in parts if it is large.
struct Answer {
  /// A body of an answer.
  enum Body {
    /// Text, which may be colored.
    case text((inout StyledText) -> Void)
    /// Bytes of a format with its own writer.
    case bytes(InertLines.Form, (inout MemorySink) -> Void)

    /// JSON on one line.
    static func json(_ json: @escaping () -> JSONText) -> Body {
      .bytes(.json) { sink in
        sink.write(json().bytes)
        sink.write("\n" as StaticString)
      }
    }
  }

  /// Options for showing an answer.
  struct Options {
    var isJSON = false
    var isColored = true
    /// The output file; nil for standard output.
    var file: String?
  }

  private let text: Body
  private let json: Body
  /// Whether the command found a problem or a difference: the status is 1.
  var hasFindings: Bool
  /// Why the status is 2 despite an answer; nil if it isn't. A prompt stops there.
  var failure: SafeText?
  var options = Options()
  /// Returns the following parts one by one; nil at the end.
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

  /// Creates an answer with text only.
  init(_ text: @escaping (inout StyledText) -> Void) { self.init(body: .text(text)) }

  /// An empty answer.
  static var nothing: Answer { Answer { _ in } }

  /// The number of entries in a list.
  static func count(_ number: Int, hasFindings: Bool = false) -> Answer {
    Answer(hasFindings: hasFindings) {
      .object { $0.write("count", number) }
    } text: {
      $0.line("\(number)")
    }
  }

  /// An answer in parts.
  static func parts(_ next: @escaping (inout View) throws -> Answer?) -> Answer {
    var answer = Answer.nothing
    answer.parts = next
    return answer
  }

  /// The body to show.
  private var body: Body { options.isJSON ? json : text }

  /// Whether the answer is shown as JSON.
  var isJSON: Bool { if case .bytes(.json, _) = body { true } else { false } }

  /// Writes the answer, without the parts that follow.
  ///
  /// - Parameters:
  ///   - isColored: Whether it may be colored.
  ///   - columns: The width for wrapping; nil for none.
  ///   - take: Receives bytes and their format.
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
    case .bytes(let form, let write):
      // Only text that is in memory as a whole can be wrapped.
      if form == .text, columns != nil {
        var sink = MemorySink()
        write(&sink)
        return hand(StyledText(written: sink.bytes, isColored: isColored), form)
      }
      var sink = MemorySink { take($0, form) }
      write(&sink)
      sink.flush()
    }
  }

  /// The uncolored answer, without the following parts.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var lines = InertLines()
    write(isColored: false) { more, form in
      lines.withInert(more, form) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }
}

/// The exit status of a process.
package enum ExitStatus: Int32, Hashable, Sendable {
  /// The command did its work and found no problem.
  case done = 0
  /// The command found a problem or a difference.
  case found = 1
  /// The usage, a spec or the input is wrong.
  case wrong = 2
}

extension Answer {
  /// The exit status for the answer.
  var status: ExitStatus { failure != nil ? .wrong : hasFindings ? .found : .done }
}
