import Foundation
import TestSupport
import Testing

@testable import TreeConsole

/// How long a command waits for an app that does not answer.
@Suite struct `An app that does not answer` {
  @Test func `is waited for as long as it takes where a person sees that, and can end it`() throws {
    let terminal = try PseudoTerminal()
    #expect(ConsoleOutput(program: "modeltree", notes: terminal.slave).attendant.limit == nil)
    let prompt = ConsoleOutput(program: "App", notes: -1).forked(
      for: CommandRun())
    #expect(prompt.attendant.limit == nil)
  }

  @Test func `is given up after a while in CI, and sooner where a program shows the answer`() {
    let pipe = Pipe()
    let output = ConsoleOutput(
      program: "modeltree", notes: pipe.fileHandleForWriting.fileDescriptor)
    // One that sends without a pause may take longer.
    #expect(output.attendant.limit == .seconds(30))
    #expect(ConsoleOutput.keeping(program: "modeltree").attendant.limit == .seconds(5))
  }
}
