import ModelTree
import ModelTreeInspector
import Testing
import TextIO

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An app that reads its own input and prints, while a script asks for its tree.
@Suite struct `An app that reads its input` {
  @Test func `answers while it waits for a line, behind what it has printed`() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(42), observing: [\.standardOutputContent]
    ) { @MainActor in
      // An answer that waits for the app's line waits for ever.
      alarm(600)
      let input = try #require(Descriptor.makePipe())
      Descriptor.block(input.reader)
      dup2(input.reader, 0)
      let hasRead = Lock(false)
      let reading = BackgroundThread {
        while readLine() != nil { hasRead.withLock { $0 = true } }
      }
      try #require(reading != nil)
      var line = Array("a line\n".utf8)
      _ = write(input.writer, &line, line.count)
      while !hasRead.withLock({ $0 }) { BackgroundThread.pause(for: .milliseconds(1)) }
      // It is on its way to wait for the next one, and holds the stream then.
      BackgroundThread.pause(for: .milliseconds(100))
      let root = makeTree()
      let print = Inspector.Action("print", help: "Prints.") { _ in
        Swift.print("while it acts")
        return "done"
      }
      let inspector = Inspector(name: "App", actions: [print]) { root }
      Swift.print("before")
      let status = await inspector.repl(commands: ["find Picker", "do print", "find MainFlow"])
      _exit(status == 0 ? 42 : 1)
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    #expect(
      output.split(separator: "\n").filter { !$0.isEmpty && !$0.hasPrefix("print took ") }
        == [
          "before", "#3  /AppSession/MainFlow/Picker", "while it acts", "done",
          "nothing changed in the tree", "#2  /AppSession/MainFlow",
        ])
  }
}
