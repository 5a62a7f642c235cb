package import TextIO
import TreeSnapshot

extension SelectorSyntaxError: CustomStringConvertible {
  /// One clause that says what is wrong, where and what to do.
  package var description: String { words.string }

  /// One clause that says what is wrong, where and what to do.
  package var words: SafeText { "selector '\(selector)': \(problem)" }

  /// The same without the selector.
  package var problem: SafeText {
    switch fault {
    case .empty: "it is empty; write a name, a path or #ID"
    case .emptySegment(let place):
      "a segment is empty at character \(place); write '**' for any levels"
    case .unexpected(let character, let place): "unexpected '\(character)' at character \(place)"
    case .unclosedTest(let place): "'[' at character \(place) is not closed"
    case .unknownTest(let name):
      "there is no test '[\(name)]'; there are [session], [leaf], [2], [label=…], [handles=…], "
        + "[service=…] and [representation=…]"
    case .emptyTest(let name): "'[\(name)=]' names nothing"
    case .noID: "'#' must be followed by a model's id, such as #12"
    case .tooManySegments(let count, let limit):
      "with '**' it may have \(limit) segments, not \(count)"
    case .escapeAtEnd: "'\\' at the end escapes nothing"
    case .unclosedEscape(let digits): "'\\u{\(digits)' is not closed"
    case .noCharacter(let digits): "'\\u{\(digits)}' is no character"
    }
  }
}

extension SelectionError: CustomStringConvertible {
  /// One clause that says what is wrong and what to do.
  package var description: String { words.string }

  /// One clause that says what is wrong and what to do.
  package var words: SafeText {
    switch self {
    case .nothingMatches(let selector, let suggestion):
      "no model matches '\(selector)'; "
        + (suggestion.map { "did you mean '\($0)'?" } ?? "'find' with '**' lists the models")
    case .ambiguous(let selector, let count, let candidates):
      "'\(selector)' matches \(count) models: \(candidates.joined(separator: ", "))"
        + (count > candidates.count
          ? " and \(count - candidates.count) more, which 'find' lists" : "")
        + "; name one of them"
    }
  }
}

extension MessageReferenceError: CustomStringConvertible {
  /// One clause that says what is wrong and what to do.
  package var description: String { words.string }

  /// One clause that says what is wrong and what to do.
  package var words: SafeText {
    switch self {
    case .unknownKind(let kind, let suggestion):
      "'\(kind)' is no kind of message; write error, bubble or event"
        + (suggestion.map { " (did you mean '\($0)'?)" } ?? "")
    case .malformed(let name):
      "'\(name)' is no message; write a kind and a name, such as error NetworkErrors.101"
    case .unknownName(let kind, let name, let suggestion):
      "no \(kind.rawValue) is called '\(name)' in this tree; "
        + (suggestion.map { "did you mean '\($0)'? " } ?? "")
        + "write it out in full, Domain.code, to ask about one that the tree does not know"
    case .otherKind(let kind, let name, let actual):
      "no \(kind.rawValue) is called '\(name)' in this tree, but \(actual.withArticle) is: "
        + "write \(actual.rawValue) \(name)"
    case .ambiguous(let kind, let name, let candidates):
      "'\(name)' could be \(candidates.count) \(kind.rawValue)s: "
        + "\(candidates.joined(separator: ", ")); write one of these"
    }
  }
}

extension EditError: CustomStringConvertible {
  /// One clause that names the models.
  package var description: String { words.string }

  /// One clause that names the models.
  package var words: SafeText {
    switch self {
    case .root(let type): "\(type) is the root: it can be neither removed nor moved"
    case .insideItself(let type, let parent):
      parent == type ? "\(type) cannot be below itself" : "\(parent) is below \(type)"
    case .notRegistered(let type, let own):
      "\(type) is not registered for \(own.kind.rawValue) \(own.domain).\(own.code ?? "*")"
    case .notATree(let error): "\(error)"
    }
  }
}

extension Message.Kind {
  /// `an error`, `a bubble`, `an event`.
  var withArticle: SafeText { self == .bubble ? "a bubble" : "an \(rawValue)" }
}
