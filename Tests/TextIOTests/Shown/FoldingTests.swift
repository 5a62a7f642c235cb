import Testing
import TextIO

@Suite struct `Text on a narrow terminal` {
  private func folded(_ text: SafeText, _ columns: Int = 40) -> [String] {
    text.folded(to: columns).string.split(separator: "\n").map(String.init)
  }

  @Test func `a line that fits stays as it is`() {
    let text: SafeText = "  0  Cell  passed\n\nnothing more\n"
    #expect(text.folded(to: 40) == text)
  }

  @Test func `a line breaks between words, and goes on slightly further in`() {
    #expect(
      folded("  1  Cell  passed  only other codes of Network") == [
        "  1  Cell  passed  only other codes of", "    Network",
      ])
    #expect(
      folded("  from 133145 models  /Directory/Directory[5]/File[12] \"a\"") == [
        "  from 133145 models", "    /Directory/Directory[5]/File[12] \"a\"",
      ])
  }

  @Test func `a word longer than a row is left to the terminal`() {
    let name = String(repeating: "x", count: 60)
    #expect(folded("\(name) y") == [name, "  y"])
    #expect(folded("  \(name)") == ["  \(name)"])
  }

  @Test func `branches of a tree go on beside it`() {
    #expect(
      folded("   │   ├─Flow \"the one with the longest label\"") == [
        "   │   ├─Flow \"the one with the longest", "   │   │   label\"",
      ])
  }

  @Test func `what begins behind the last row is left to the terminal`() {
    let start = String(repeating: "   ", count: 20)
    #expect(folded("\(start)└─Cell") == ["\(start)└─Cell"])
    #expect(
      folded("\(start)└─Cell \"a b\"") == [
        "\(start)└─Cell", String(repeating: " ", count: 20) + "\"a b\"",
      ])
    #expect(folded("\(start)") == [start])
    #expect(folded("a", 1) == ["a"])
  }

  @Test func `a wide character takes two columns`() {
    #expect(
      folded("  エラー エラー エラー エラー エラー エラー") == [
        "  エラー エラー エラー エラー エラー", "    エラー",
      ])
    #expect(
      folded("エラー エラー エラー エラー エラー エラ") == [
        "エラー エラー エラー エラー エラー エラ"
      ])
    #expect(
      folded("  語語  根モデル  passed  only other codes of it") == [
        "  語語  根モデル  passed  only other", "    codes of it",
      ])
    var text = StyledText(isColored: false)
    text.append("根", width: 4)
    text.append("é", width: 3)
    text.append("😀", width: 3)
    text.line("\(SafeText("Cell").padded(to: 6))|")
    #expect(text.text == "根  é  😀 Cell  |\n")
  }

  @Test func `colors take no room and stay with their words`() {
    var text = StyledText(isColored: true)
    text.append("error", .red)
    text.line(" is raised here, and nobody is there")
    var end = StyledText(isColored: true)
    end.append("error", .red)
    end.line(" is raised here, and nobody is\n  there")
    #expect(text.folded(to: 37).text == end.text)
    #expect(text.folded(to: 41).text == text.text)
  }

  @Test(arguments: [Color.red, .green, .yellow, .magenta, .cyan])
  func `a color is one of the terminal's own`(color: Color) throws {
    let number = try #require(Int(color.sequence.dropFirst("\u{1b}[".count).dropLast()))
    #expect((31...36).contains(number))
  }

  @Test func `a name without its middle keeps its ends`() {
    #expect(
      ("ExamOptionsPickerModel" as SafeText).withoutMiddle(longerThan: 22)
        == "ExamOptionsPickerModel")
    #expect(("ExamOptionsPickerModel" as SafeText).withoutMiddle(longerThan: 12) == "ExamOpt…odel")
  }
}
