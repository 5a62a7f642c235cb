import Foundation
import TestSupport
import Testing
import TextIO

/// Text in Swift source: what the compiler reads is the text.
@Suite struct `Swift literals` {
  private static let texts =
    RandomTree.joinedHostileNames + [
      "\\(exit(3))", "\\#(exit(3))", "\\##(exit(3))", "\"\"\"", "\"\"\"#", "\"\"\"##",
      "\"\"\"\"\"#", "\\", "\\\\#",
      "\"\"\"\u{301}", "\\\u{301}(x)", "'''", "#", "##", "\r", "a\nb", "\u{2028}",
    ]

  /// Reads a literal as the compiler does, scalar by scalar; nil if there is more than text in it.
  private func text(of literal: String) -> String? {
    var rest = Array(literal.unicodeScalars)[...]
    let signs = rest.prefix { $0 == "#" }
    rest = rest.dropFirst(signs.count)
    let quotes = rest.prefix { $0 == "\"" }.count >= 3 ? 3 : 1
    rest = rest.dropFirst(quotes)
    let end = Array(repeating: "\"" as Unicode.Scalar, count: quotes) + signs
    var text = String.UnicodeScalarView()
    while !rest.starts(with: end) {
      guard let scalar = rest.popFirst() else { return nil }
      guard scalar == "\\", rest.starts(with: signs) else {
        if quotes == 1, scalar == "\n" || scalar == "\r" { return nil }
        text.append(scalar)
        continue
      }
      rest = rest.dropFirst(signs.count)
      switch rest.popFirst() {
      case "\\": text.append("\\")
      case "\"": text.append("\"")
      case "u":
        let digits = String(String.UnicodeScalarView(rest.dropFirst().prefix { $0 != "}" }))
        guard let value = UInt32(digits, radix: 16), let escaped = Unicode.Scalar(value) else {
          return nil
        }
        text.append(escaped)
        rest = rest.dropFirst(digits.unicodeScalars.count + 2)
      default: return nil
      }
    }
    return rest.count == end.count ? String(text) : nil
  }

  /// The text of a literal of several lines, whose indentation isn't part of it.
  private func text(of literal: String, indentedBy indent: String) -> String? {
    let lines = literal.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0) }
    guard lines.count >= 3,
      lines.allSatisfy({ $0.unicodeScalars.starts(with: indent.unicodeScalars) })
    else { return nil }
    let plain = lines.map { String($0.unicodeScalars.dropFirst(indent.unicodeScalars.count)) }
    // The newlines behind the opening quotes and before the closing ones belong to them.
    guard let text = text(of: plain.joined(separator: "\n")), text.unicodeScalars.first == "\n",
      text.unicodeScalars.last == "\n"
    else { return nil }
    return String(text.unicodeScalars.dropFirst().dropLast())
  }

  @Test func `a literal on one line is read as its text`() {
    for text in Self.texts {
      #expect(
        self.text(of: SwiftLiteral.text(text))?.utf8.elementsEqual(text.utf8) == true, "\(text)")
    }
  }

  @Test func `a literal of several lines is read as its lines`() {
    for text in Self.texts {
      let written = ["do \(text)", "", "\(text) \(text)"]
      let read = self.text(of: SwiftLiteral.lines(written, indent: "    "), indentedBy: "    ")
      #expect(read?.utf8.elementsEqual(written.joined(separator: "\n").utf8) == true, "\(text)")
    }
  }

  @Test func `no more number signs than needed`() {
    for (text, signs) in [
      ("do open", ""), ("say \"\"", ""), ("say \\n", "#"), ("say \"\"\"", "#"),
      ("say \"\"\"#", "##"),
      ("say \\(x)", "#"), ("say \\#(x)", "##"), ("say \"#\"", ""),
    ] {
      #expect(SwiftLiteral.signs(around: text) == signs, "\(text)")
    }
  }

  @Test(.enabled(if: Tool.isInstalled("swiftc"))) func `the compiler reads the same`() throws {
    let folder = try TemporaryFolder()
    let source = Self.texts.map { text in
      "check(\(SwiftLiteral.text(text)),\n\(SwiftLiteral.lines(["x\(text)"], indent: "  ")),\n"
        + "  \(Array(text.utf8)))\n"
    }.joined()
    let head = """
      func check(_ one: String, _ other: String, _ bytes: [UInt8]) {
        precondition(Array(one.utf8) == bytes && Array(other.utf8) == Array("x".utf8) + bytes, "\\(bytes)")
      }

      """
    try folder.write(head + source, to: "main.swift")
    let compiled = try ChildProcess.run(
      ["swiftc", "-Onone", "main.swift", "-o", "program"],
      environment: ProcessInfo.processInfo.environment, directory: folder.path)
    #expect(compiled.status == 0, "\(compiled.errors)")
    let program = folder.path(of: "program")
    #expect(try ChildProcess.run([program], environment: [:], directory: folder.path).status == 0)
  }
}
