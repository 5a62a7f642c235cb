import TestSupport
import Testing
import TextIO

@testable import LineEditing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension TerminalTests {
  /// Without libedit, the terminal itself shows what is typed, and erases.
  @Suite struct PlainLines {
    private func session(
      _ change: (inout EditorSession.Setup) -> Void = { _ in }, terminal: PseudoTerminal? = nil
    ) throws -> EditorSession {
      var setup = EditorSession.Setup()
      setup.isPlain = true
      change(&setup)
      return try EditorSession(terminal: terminal, setup: setup)
    }

    @Test func `end with the key that the terminal sends for a new line`() throws {
      let session = try session()
      try session.type("fimd\u{7f}\u{7f}nd x\rup\r")
      #expect(try session.nextLine() == .text("find x"))
      #expect(try session.nextLine() == .text("up"))
      try session.type("\u{4}")
      #expect(try session.nextLine() == .endOfInput)
    }

    @Test func `are dropped by an interruption, and the next one works`() throws {
      let session = try session()
      try session.type("one\r")
      #expect(try session.nextLine() == .text("one"))
      try session.waitForPrompt()
      kill(getpid(), SIGINT)
      #expect(try session.nextLine() == .interrupted)
      try session.waitForPrompt()
      try session.type("two\r")
      #expect(try session.nextLine() == .text("two"))
      try session.waitForPrompt()
      try session.finish()
    }

    @Test func `end when the terminal is gone`() throws {
      let session = try session()
      session.terminal.hangUp()
      #expect(try session.nextLine() == .endOfInput)
    }

    @Test func `stay below the app's output`() throws {
      let terminal = try PseudoTerminal(columns: 40, rows: 8)
      let app = try #require(Descriptor.copy(of: terminal.slave))
      let output = try #require(AppOutput.start(replacing: [app]))
      let session = try session({ $0.appOutput = output }, terminal: terminal)
      var bytes = Array("hello\n".utf8)
      #expect(write(app, &bytes, bytes.count) == bytes.count)
      try session.waitForLines(">", "hello", ">")
      try session.type("up\r")
      #expect(try session.nextLine() == .text("up"))
      output.stop()
      close(app)
    }

    @Test func `are kept for later sessions`() throws {
      let folder = try TemporaryFolder()
      let file = folder.path(of: "history")
      let session = try session { $0.historyFile = file }
      for line in ["find x", "find x", ""] {
        try session.type("\(line)\r")
        #expect(try session.nextLine() == .text(line))
        try session.waitForPrompt()
      }
      try session.finish()
      #expect(try HistoryFile(path: file).load() == ["find x"])
    }

    @Test func `are read if no library is found`() {
      #expect(EditLibrary.open(["libnothing.so.7"]) == nil)
    }

    @Test(.enabled(if: Tool.compiles("#include <histedit.h>")))
    func `would be edited by functions that are declared as in the header`() throws {
      let errors = try Tool.compilerErrors(
        """
        #include <stddef.h>
        #include <histedit.h>
        #include "\(Tool.packageFolder)/Sources/C/CEditLine/shim.h"
        #define SAME(name) _Static_assert(CEDITLINE_##name == name, #name);
        SAME(EL_PROMPT) SAME(EL_EDITOR) SAME(EL_BIND) SAME(EL_ADDFN) SAME(EL_HIST)
        SAME(EL_GETCFN) SAME(EL_CLIENTDATA) SAME(EL_PREP_TERM) SAME(EL_REFRESH)
        SAME(H_SETSIZE) SAME(H_ENTER)
        SAME(CC_NORM) SAME(CC_REFRESH) SAME(CC_ERROR) SAME(CC_REFRESH_BEEP)
        #define PLACE(ours, our, theirs, their) _Static_assert(sizeof(ours) == sizeof(theirs) \\
          && offsetof(ours, our) == offsetof(theirs, their), #our);
        PLACE(ceditline_info, buffer, LineInfoW, buffer)
        PLACE(ceditline_info, cursor, LineInfoW, cursor)
        PLACE(ceditline_info, lastchar, LineInfoW, lastchar)
        PLACE(ceditline_event, number, HistEventW, num)
        PLACE(ceditline_event, text, HistEventW, str)
        void compare(struct ceditline_library *library) {
        #define FUNCTION(name) library->name = name;
          FUNCTION(el_init) FUNCTION(el_end) FUNCTION(el_set) FUNCTION(el_wset) FUNCTION(el_wget)
          FUNCTION(el_wgets) FUNCTION(el_winsertstr) FUNCTION(el_deletestr) FUNCTION(el_source)
          FUNCTION(el_resize) FUNCTION(el_beep) FUNCTION(history_winit) FUNCTION(history_wend)
          const LineInfoW *(*line)(EditLine *) = el_wline;
          int (*history)(HistoryW *, HistEventW *, int, ...) = history_w;
        }
        """)
      #expect(errors == "")
    }
  }
}
