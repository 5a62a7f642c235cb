import Foundation
import SampleTesting
import Testing

/// What the README shows is what the app answers.
@Suite struct `The README` {
  private func readme() throws -> String {
    try String(contentsOf: samplesFolder.appending(path: "Chat/README.md"), encoding: .utf8)
  }

  @Test func `each answer is the one that is shown`() throws {
    // From a line that begins with the prompt to the end of its block.
    let shown = try readme().matches(
      of: /\n\$ tools\/sample Chat --script (\w+) --inspect -c '(.+)'\n((?:.*\n)*?)```/)
    #expect(shown.count == 2)
    for example in shown {
      let (_, scenario, command, answer) = example.output
      let chat = try chatProcess([
        "--script", String(scenario), "--inspect", "-c", String(command),
      ])
      #expect(timeless(chat.output) == timeless(String(answer)))
    }
  }

  @Test func `the lines that the inspection takes are as many as the README says`() throws {
    let file = samplesFolder.appending(path: "Chat/App/Inspection.swift")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter {
      !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//")
    }
    #expect(try readme().contains("for an inspector: \(lines.count) lines"))
  }
}
