import Foundation
import TestSupport
import Testing

@testable import TreeLSP

@Suite struct `The text in an editor` {
  @Test(arguments: [
    // A letter of two bytes is one code unit, an emoji of four bytes two.
    (EditorPosition(line: 0, character: 3), 4), (EditorPosition(line: 1, character: 2), 4),
    (EditorPosition(line: 1, character: 3), 5), (EditorPosition(line: 0, character: 99), 5),
    (EditorPosition(line: 9, character: 1), 0),
  ])
  func `positions count UTF-16, and places in it bytes`(position: EditorPosition, byte: Int) {
    let text = EditorText("aäbc\r\n😀x\n")
    #expect(text.byte(at: position) == byte)
    if position.character < 10, position.line < 2 {
      #expect(text.position(line: position.line, byte: byte) == position)
    }
  }

  @Test func `a line has neither a carriage return nor a newline`() {
    let text = EditorText("a\r\n\r\nb")
    #expect((0..<4).map { String(decoding: text.line($0), as: UTF8.self) } == ["a", "", "b", ""])
    #expect(text.lineCount == 3)
  }

  /// An editor's own view: a string of UTF-16 units.
  @Test(arguments: 0..<200)
  func `changes of parts lead to the editor's own text`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let pieces = ["a", "ä", "😀", "\n", "\r\n", "e\u{301}", " "]
    func some(_ count: Int) -> String {
      (0..<Int.random(in: 0...count, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
    }
    let start = some(30)
    var (text, units) = (EditorText(start), Array(start.utf16))
    for _ in 0..<5 {
      // Not within an emoji.
      let scalars = Array(String(decoding: units, as: UTF16.self).unicodeScalars)
      let places = (0...scalars.count).shuffled(using: &random).prefix(2).sorted()
      let offsets = places.map { scalars.prefix($0).reduce(0) { $0 + UTF16.width($1) } }
      let (from, to) = (offsets[0], offsets[offsets.count - 1])
      func position(_ offset: Int) -> EditorPosition {
        let before = units[..<offset].split(separator: 10, omittingEmptySubsequences: false)
        return EditorPosition(line: before.count - 1, character: before[before.count - 1].count)
      }
      // Editors count a carriage return before a newline as the line's end.
      guard [from, to].allSatisfy({ $0 == 0 || units[$0 - 1] != 13 }) else { continue }
      let new = some(6)
      text.replace(EditorRange(position(from), position(to)), by: new)
      units.replaceSubrange(from..<to, with: Array(new.utf16))
      #expect(Array(String(decoding: text.bytes, as: UTF8.self).utf16) == units)
    }
  }

  @Test(arguments: [
    ("a\nb\nc\n", "a\nx\nc\n"), ("a\n", "a\nb\n"), ("", "a\n"), ("a\nb", "a"), ("a", ""),
    ("a\nb\nb\n", "a\nb\n"), ("a\n", "a\n"), ("a\r\nb\r\n", "b\r\n"),
  ])
  func `an edit makes the other text, and touches only lines that differ`(old: String, new: String)
  {
    var text = EditorText(old)
    let edit = text.edit(to: new)
    if let edit { text.replace(edit.range, by: edit.text) }
    #expect(text.bytes == Array(new.utf8))
    #expect((edit == nil) == (old == new))
    if old == "a\nb\nc\n" { #expect(edit?.text == "x\n") }
  }

  @Test(arguments: [
    ("file:///a/b%20c.swift", "/a/b c.swift"), ("file://host/a", "/a"),
    ("untitled:Untitled-1", nil),
    ("file:///%zz%", "/%zz%"), ("file:", nil), ("", nil),
  ])
  func `an address of a file leads to its path`(uri: String, path: String?) {
    #expect(EditorDocument.path(of: uri) == path)
  }
}
