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
    let attendant = TargetAttendant(output)
    #expect(attendant.limit == nil && attendant.silence == nil)
  }

  @Test func `is waited for at a prompt as long as it takes`() {
    let prompt = ConsoleOutput(program: "App", notes: -1).forked(
      for: CommandRun(), isColorOff: true)
    let attendant = TargetAttendant(prompt)
    #expect(attendant.limit == nil && attendant.silence == nil)
  }

  @Test func `is given up after a while where nobody sees that, as in CI`() throws {
    let pipe = Pipe()
    let output = ConsoleOutput(
      program: "modeltree", notes: pipe.fileHandleForWriting.fileDescriptor)
    let attendant = TargetAttendant(output)
    // One that sends without a pause may take longer.
    #expect(attendant.limit == nil && attendant.silence == .seconds(30))
  }

  @Test func `is given up sooner where a program shows the answer`() {
    #expect(TargetAttendant(ConsoleOutput.keeping(program: "modeltree")).limit == .seconds(5))
  }
}
