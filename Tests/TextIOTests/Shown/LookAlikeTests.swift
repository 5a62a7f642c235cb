import TestSupport
import Testing
import TextIO

@Suite struct `The two sides of a difference` {
  private func sides(_ old: String?, _ new: String?) -> [String] {
    let (old, new) = SafeText.sides(old, new)
    return [old.string, new.string]
  }

  static let table: [(String?, String?, String, String)] = [
    ("a", "b", "a", "b"),
    (nil, "a", "–", "a"),
    ("", "–", #""""#, "–"),
    (nil, "–", "–", #""–""#),
    (nil, "a ", "–", #""a ""#),
    ("é", "e\u{301}", "é", #"e\u{301}"#),
    ("a b", "a\u{a0}b", "a b", #"a\u{a0}b"#),
    ("A", "\u{410}", "A", #"\u{410}"#),
    ("a", "a ", "a", #""a ""#),
    ("Ключ ", "Ключ", #""Ключ ""#, "Ключ"),
    ("Аня", "Aня", #"\u{410}ня"#, "Aня"),
    ("\u{c5}", "\u{212b}", #"\u{c5}"#, #"\u{212b}"#),
    ("\u{ac00}", "\u{1100}\u{1161}", #"\u{ac00}"#, #"\u{1100}\u{1161}"#),
    ("a\u{200b}", "a", #"a\u{200b}"#, "a"),
    ("\u{200b}", #"\u{200b}"#, #"\u{200b}"#, #"\u{5c}u{200b}"#),
    ("it's", "it’s", "it's", #"it\u{2019}s"#),
    ("Ключ", "Замок", "Ключ", "Замок"),
  ]

  @Test(arguments: table.indices)
  func `differ for a reader`(index: Int) {
    let (old, new, shownOld, shownNew) = Self.table[index]
    #expect(sides(old, new) == [shownOld, shownNew])
    #expect(sides(new, old) == [shownNew, shownOld])
  }

  @Test func `of a long text are the part that differs`() {
    let row = #"{"id": 17, "title": "Row"}, "#
    let before = String(repeating: row, count: 200)
    #expect(
      sides(before + "n: 1, " + before, before + "n: 2, " + before) == [
        #"…17, "title": "Row"}, n: 1, {"id": 17, "title": "R…"#,
        #"…17, "title": "Row"}, n: 2, {"id": 17, "title": "R…"#,
      ])
    #expect(
      sides("👨‍👩‍👧" + before, "👨‍👩‍👦" + before) == [
        #"👨‍👩‍👧{"id": 17, "title": "Row…"#, #"👨‍👩‍👦{"id": 17, "title": "Row…"#,
      ])
    let (a, b) = (String(repeating: "a", count: 1_000), String(repeating: "a", count: 5_000))
    #expect(sides(a, b) == ["…\(a.prefix(24))", "…\(a.prefix(24 + 96))…"])
  }

  @Test(arguments: 0..<20)
  func `are short and different, whatever the texts`(part: Int) {
    let alphabet: [Unicode.Scalar] = [
      "a", "A", "e", "é", "\u{301}", "\u{323}", "\u{410}", " ", "\u{a0}", "\u{2003}", "\\", "u",
      "{", "}", "4",
      "1", "0", "\"", "…", "–", "\u{1b}", "\u{200d}", "\u{1f468}", "\u{1100}", "\u{1161}",
      "\u{ac00}", "\n",
    ]
    var random = SeededGenerator(seed: UInt64(part))
    func text(_ length: Int) -> String {
      var text = String.UnicodeScalarView()
      for _ in 0..<random.next(below: length + 1) { text.append(random.pick(alphabet)) }
      return String(text)
    }
    for length in (0..<200).map({ $0 % 10 == 0 ? 300 : $0 % 6 + 1 }) {
      let (start, end) = (text(length), text(length))
      let (old, new) = (start + text(length) + end, start + text(length) + end)
      let shown = sides(old, new)
      let isEqual = old.utf8.elementsEqual(new.utf8)
      #expect((shown[0] == shown[1]) == isEqual, "\(old.debugDescription), \(new.debugDescription)")
      #expect(shown.allSatisfy { Hostile.harm(in: $0).isEmpty })
      #expect(shown.allSatisfy { $0.count < 2_000 })
    }
  }
}
