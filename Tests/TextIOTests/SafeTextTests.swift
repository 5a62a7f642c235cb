import Testing
import TextIO

@Suite struct `Text from outside` {
  static let escaped: [(String, String)] = [
    ("\u{1b}[31m", #"\u{1b}[31m"#), ("\u{0}", #"\u{0}"#), ("a\nb", #"a\u{a}b"#),
    ("\r\n", #"\u{d}\u{a}"#), ("\t", #"\u{9}"#), ("\u{7f}", #"\u{7f}"#), ("\u{80}", #"\u{80}"#),
    ("\u{9b}2J", #"\u{9b}2J"#), ("\u{ad}", #"\u{ad}"#), ("\u{61c}", #"\u{61c}"#),
    ("\u{200b}", #"\u{200b}"#), ("\u{200d}", #"\u{200d}"#), ("\u{200e}", #"\u{200e}"#),
    ("\u{2028}", #"\u{2028}"#), ("\u{2029}", #"\u{2029}"#), ("\u{202a}", #"\u{202a}"#),
    ("gpj.\u{202e}exe", #"gpj.\u{202e}exe"#), ("\u{2060}", #"\u{2060}"#),
    ("\u{2066}", #"\u{2066}"#), ("\u{2069}", #"\u{2069}"#), ("\u{feff}", #"\u{feff}"#),
    ("\u{fe0f}", #"\u{fe0f}"#), ("\u{3164}", #"\u{3164}"#), ("\u{fffe}", #"\u{fffe}"#),
    ("a\u{200d}b", #"a\u{200d}b"#), ("م\u{200c}", #"م\u{200c}"#), ("1\u{fe0f}", #"1\u{fe0f}"#),
    ("😀\u{200d}a", #"😀\u{200d}a"#), ("م\u{200b}م", #"م\u{200b}م"#),
    ("\u{e0041}", #"\u{e0041}"#), ("\u{10ffff}", #"\u{10ffff}"#), ("é\u{1b}日", #"é\u{1b}日"#),
  ]

  @Test(arguments: escaped)
  func `is escaped where it could act on a terminal`(_ text: String, _ safe: String) {
    #expect(Array(SafeText(text).string.utf8) == Array(safe.utf8))
  }

  static let plain = [
    "", " ", "~", "Model", "é", "e\u{301}", "日本語", "😀", "\u{a0}", "\\u{1b}", "\"'`", "\u{e000}",
    "עברית", "\u{fffd}", "👩\u{200d}💻", "👩🏽\u{200d}🚒", "❤\u{fe0f}", "❤\u{fe0f}\u{200d}🔥",
    "می\u{200c}خواهم",
    "क\u{94d}\u{200d}ष",
  ]

  @Test(arguments: plain)
  func `is left alone otherwise`(_ text: String) {
    #expect(Array(SafeText(text).string.utf8) == Array(text.utf8))
  }

  @Test func `is safe after it was escaped, whatever it is`() {
    for value in UInt32(0)...0x2_FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let safe = SafeText("a" + String(Character(scalar)) + "b").string
      if !safe.unicodeScalars.allSatisfy({ SafeText.isPlain($0) }) {
        Issue.record("U+\(String(value, radix: 16)) gives \(safe)")
      }
    }
  }

  @Test func `is escaped where it is interpolated, and only once`() {
    let name = "a\u{1b}b"
    let once: SafeText = "'\(name)' and \(name.dropFirst()), \(3)\n"
    #expect(once.string == "'a\\u{1b}b' and \\u{1b}b, 3\n")
    let twice: SafeText = "\(SafeText(name)) \(SafeText(SafeText(name).string))"
    #expect(twice.string == "a\\u{1b}b a\\u{1b}b")
  }

  @Test func `is kept from being a runner's command at the margin, and other colons stay`() {
    #expect(SafeText("  ::error::x").inert == "  :\\u{3a}error::x")
    #expect(SafeText("a::b ##[x]").inert == "a::b #\\u{23}[x]")
  }
}
