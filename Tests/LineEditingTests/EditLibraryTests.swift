import TestSupport
import Testing

@testable import LineEditing

@Suite struct `The library of the line editor` {
  @Test func `may be missing`() {
    #expect(EditLibrary.open(["libnothing.so.7"]) == nil)
  }

  @Test(.enabled(if: Tool.compiles("#include <histedit.h>")))
  func `has functions that are declared as in its header`() throws {
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
