import Testing
import TextIO
import TreeSnapshot
import TreeSpec

/// The article about the language is its reference: all of its examples hold.
@Suite struct `The article on the language of specs` {
  /// An example that passes, the line of it that is changed, and the answer then.
  struct Example: CustomTestStringConvertible {
    var spec: [String]
    var number: Int
    var line: String
    var answer: String

    var testDescription: String { "line \(number): \(line)" }
  }

  /// The blocks of the article between fences, by their language.
  private static func blocks() throws -> [(language: String, lines: [String])] {
    let path = "\(ExamTree.repository)/Sources/Tree/TreeSpec/TreeSpec.docc/SpecLanguage.md"
    let text = try FileBytes(path: path).withBuffer { String(decoding: $0, as: UTF8.self) }
    var blocks: [(language: String, lines: [String])] = []
    var open: (language: String, lines: [String])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        if let block = open {
          blocks.append(block)
          open = nil
        } else {
          open = (String(line.dropFirst(3)), [])
        }
      } else {
        open?.lines.append(line)
      }
    }
    return blocks
  }

  static func examples() throws -> [Example] {
    let blocks = try blocks().filter { ["treespec", "change", "answer"].contains($0.language) }
    var examples: [Example] = []
    for start in stride(from: 0, to: blocks.count - 2, by: 3) {
      let change = try #require(blocks[start + 1].lines.first)
      let colon = try #require(change.firstIndex(of: ":"))
      examples.append(
        Example(
          spec: blocks[start].lines, number: try #require(Int(change[..<colon])),
          line: String(change[colon...].dropFirst(2)),
          answer: blocks[start + 2].lines.joined(separator: "\n")))
    }
    return examples
  }

  @Test func `is one page`() throws {
    let path = "\(ExamTree.repository)/Sources/Tree/TreeSpec/TreeSpec.docc/SpecLanguage.md"
    let lines = try FileBytes(path: path).withBuffer { $0.count { $0 == UInt8(ascii: "\n") } }
    #expect(lines <= 300)
  }

  @Test func `shows specs, each with a change and an answer`() throws {
    let languages = try Self.blocks().map(\.language).filter { !["text", "sh"].contains($0) }
    #expect(languages.count % 3 == 0 && languages.count >= 21)
    for (place, language) in languages.enumerated() {
      #expect(language == ["treespec", "change", "answer"][place % 3])
    }
  }

  @Test(arguments: try examples())
  func `shows specs that pass`(example: Example) throws {
    let spec = try Spec(example.spec.joined(separator: "\n"), name: "example.treespec")
    #expect(try spec.check(ExamTree.snapshot()).isPassed)
  }

  @Test(arguments: try examples())
  func `shows what is answered to a changed line`(example: Example) throws {
    var lines = example.spec
    lines[example.number - 1] = example.line
    let answer: String
    do {
      let spec = try Spec(lines.joined(separator: "\n"), name: "example.treespec")
      let findings = try spec.check(ExamTree.snapshot())
      #expect(!findings.isPassed)
      answer =
        SpecRun(
          spec: spec.name, dump: "exam-master.json", title: spec.title, findings: findings
        ).text
    } catch let error as SpecError {
      answer = "\(error)\n"
    }
    let shown = answer.split(separator: "\n", omittingEmptySubsequences: false)
      .reversed().drop(while: \.isEmpty).reversed().joined(separator: "\n")
    #expect(shown == example.answer)
  }
}
