extension RandomTree {
  /// Names that a terminal, JSON, a selector, a spec or a drawing could take for something else.
  package static let hostileNames = [
    "A", "B", " ", "\u{0}", "\n", "\r\n", "\t", "\u{1b}", "\u{1b}[31mred", "\u{7f}", "\u{85}",
    "\u{9b}2J", "\u{a0}", "\"", "\\", "\\*", "\\u{1b}", "\\n", "a/b", "A/B", "</script>",
    "\u{202e}", "\u{202e}txt.exe", "\u{2066}x\u{2069}", "a\u{200b}b", "\u{feff}bom", "\u{2028}",
    "\u{ad}", "é", "e\u{301}", "\u{301}", "日本", "😀", "👨‍👩‍👧", "\u{1F3F4}\u{E0067}", "\u{fffe}",
    "\u{10ffff}", "\u{e000}", "\u{fffd}", "{", "}", "{2}", "[", "]", "[2]", "A[2]", "A]", ",", ":",
    "-", "=", "=>", "a=b", "A,B", "*", "**", "?", "/", "#", "#1", "# no", "...", "!x", "$x", "f(x)",
    "u{41}", "tree:", "└─x", "Event Log", "as", "limit", "not", "only", "via", "handled", "event",
  ]

  /// The same names, also joined in pairs, and the empty name.
  package static let joinedHostileNames =
    [""] + hostileNames + zip(hostileNames, hostileNames.reversed()).map { $0 + $1 }
}
