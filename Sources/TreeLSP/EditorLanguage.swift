package import TextIO

/// An open file of an editor.
package struct EditorDocument: Sendable {
  /// The address that the editor knows it by.
  package let uri: String
  /// Its language, as the editor names it.
  package let language: String
  /// The version of its text.
  package internal(set) var version: Int
  /// Its text, saved or not.
  package internal(set) var text: EditorText

  /// Its path; nil if it isn't a file yet.
  package var path: String? { Self.path(of: uri) }

  /// The path that a `file:` address leads to.
  package static func path(of uri: String) -> String? {
    guard uri.hasPrefix("file://") else { return nil }
    let rest = uri.dropFirst(7)
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    var bytes: [UInt8] = []
    var left = rest[slash...].utf8
    while let byte = left.popFirst() {
      if byte == UInt8(ascii: "%"), left.count >= 2,
        let code = UInt8(String(Substring(left.prefix(2))), radix: 16)
      {
        bytes.append(code)
        left = left.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// What an editor's user or project has set.
package struct EditorSettings: Sendable {
  /// The folder that is open in the editor.
  package var root: String?
  /// The settings' values, from `initializationOptions` or a later notification.
  package var values: JSONValue

  /// A setting that is a text; nil if it is missing, empty, or something else.
  package subscript(key: String) -> String? {
    guard case .string(let text)? = values[key], !text.isEmpty else { return nil }
    return text
  }
}

/// A remark on a part of a text.
package struct EditorDiagnostic: Hashable, Sendable {
  /// How bad it is, as the protocol numbers it.
  package enum Severity: Int, Sendable {
    case error = 1
    case warning
    case information
  }

  package var range: EditorRange
  package var severity: Severity
  package var message: String

  /// Creates a remark.
  package init(range: EditorRange, severity: Severity, message: String) {
    self.range = range
    self.severity = severity
    self.message = message
  }
}

/// A text that may be written at a place.
package struct EditorCompletion: Hashable, Sendable {
  /// The kind, which decides the icon, as the protocol numbers it.
  package enum Kind: Int, Sendable {
    case variable = 6
    case type
    case service
    case attribute = 10
    case value = 12
    case keyword = 14
    case message = 23
  }

  package var text: String
  package var kind: Kind
  package var detail: String?

  /// Creates a completion.
  package init(_ text: String, _ kind: Kind, detail: String? = nil) {
    self.text = text
    self.kind = kind
    self.detail = detail
  }
}

/// The completions at a place, and the part of the text that each of them replaces.
package struct EditorCompletions: Sendable {
  package var replaced: EditorRange
  package var items: [EditorCompletion]

  /// Creates completions.
  package init(replacing replaced: EditorRange, _ items: [EditorCompletion]) {
    self.replaced = replaced
    self.items = items
  }
}

/// A change that an editor offers.
package struct EditorFix: Sendable {
  package var title: String
  package var edits: [EditorEdit]
  /// The remark that it removes, if it removes one alone.
  package var diagnostic: EditorDiagnostic?

  /// Creates a fix.
  package init(_ title: String, _ edits: [EditorEdit], of diagnostic: EditorDiagnostic? = nil) {
    self.title = title
    self.edits = edits
    self.diagnostic = diagnostic
  }
}

/// A line of text that an editor shows above a line of code.
package struct EditorLens: Hashable, Sendable {
  package var line: Int
  package var title: String

  /// Creates a lens.
  package init(line: Int, title: String) {
    self.line = line
    self.title = title
  }
}

/// Answers for a language. It knows nothing of the protocol.
package protocol EditorLanguage: AnyObject {
  /// Takes settings, at the start and when they change.
  func configure(_ settings: EditorSettings)

  /// The remarks on a document.
  func diagnostics(of document: EditorDocument) -> [EditorDiagnostic]

  /// What may be written at a place; nil for nothing.
  func completions(in document: EditorDocument, at position: EditorPosition) -> EditorCompletions?

  /// Text in Markdown about a line; nil for none.
  func hover(in document: EditorDocument, at position: EditorPosition) -> String?

  /// The changes to offer for a part of a document.
  func fixes(in document: EditorDocument, for range: EditorRange) -> [EditorFix]

  /// The document, formatted; nil if it can't be.
  func formatted(_ document: EditorDocument) -> String?

  /// The lenses of a document, by lines.
  func lenses(in document: EditorDocument) -> [EditorLens]
}
