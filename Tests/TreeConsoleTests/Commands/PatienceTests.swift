import Foundation
import TestSupport
import Testing
import TextIO

@testable import TreeConsole

/// How long a command waits for an app that does not answer.
@Suite struct `An app that does not answer` {
  @Test func `is waited for as long as it takes where a person sees that, and can end it`() throws {
    let terminal = try PseudoTerminal()
    let output = ConsoleOutput(program: "modeltree", notes: terminal.slave)
    let attendant = output.attendant
    #expect(attendant.limit == nil)
  }

  @Test func `is waited for at a prompt as long as it takes`() {
    let prompt = ConsoleOutput(program: "App", notes: -1).forked(
      for: CommandRun())
    let attendant = prompt.attendant
    #expect(attendant.limit == nil)
  }

  @Test func `is given up after a while where nobody sees that, as in CI`() throws {
    let pipe = Pipe()
    let output = ConsoleOutput(
      program: "modeltree", notes: pipe.fileHandleForWriting.fileDescriptor)
    let attendant = output.attendant
    // One that sends without a pause may take longer.
    #expect(attendant.limit == .seconds(30))
  }

  @Test func `is given up sooner where a program shows the answer`() {
    #expect(ConsoleOutput.keeping(program: "modeltree").attendant.limit == .seconds(5))
  }
}
