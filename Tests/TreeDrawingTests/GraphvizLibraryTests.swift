import TestSupport
import Testing

@testable import TreeDrawing

@Suite struct `Graphviz's library` {
  @Test func `is asked for in one sentence if it isn't there`() {
    let error = #expect(throws: GraphError.self) { try GraphvizLibrary.open(["libnothing.so.7"]) }
    #expect(
      error?.description == """
        Graphviz, which draws PNG and PDF, isn't installed; install it ('apt-get install graphviz' \
        or 'brew install graphviz'), or write SVG
        """)
  }

  @Test func `is passed over if it lacks a function`() throws {
    // A library of every system, which has none of them.
    #expect(throws: GraphError.self) { try GraphvizLibrary.open(["libc.so.6", "libSystem.dylib"]) }
    _ = try GraphvizLibrary.open(["libc.so.6", "libSystem.dylib"] + GraphvizLibrary.names)
  }

  /// The length of a drawing, and whether text is constant, differ between versions; no caller
  /// notices.
  @Test(.enabled(if: Tool.compiles("#include <graphviz/gvc.h>")))
  func `has functions that are declared as in its headers`() throws {
    let errors = try Tool.compilerErrors(
      """
      #include <graphviz/gvc.h>
      #include "\(Tool.packageFolder)/Sources/C/CGraphviz/shim.h"
      void compare(struct cgraphviz_library *library) {
      #define FUNCTION(name) library->name = name;
        FUNCTION(gvContext) FUNCTION(gvFreeContext) FUNCTION(gvLayout) FUNCTION(gvFreeLayout)
        FUNCTION(gvFreeRenderData) FUNCTION(agmemread) FUNCTION(agclose) FUNCTION(agerrors)
        FUNCTION(agreseterrors)
        unsigned int length = 0;
        char *bytes = 0;
        (void)_Generic(&gvRenderData,
            int (*)(GVC_t *, graph_t *, const char *, char **, unsigned int *): 0,
            int (*)(GVC_t *, graph_t *, const char *, char **, size_t *): 0);
        (void)_Generic(&agseterrf, agusererrf (*)(agusererrf): 0);
        (void)_Generic((agusererrf)0, int (*)(char *): 0, int (*)(const char *): 0);
        (void)_Generic(&agsafeset,
            int (*)(void *, char *, char *, char *): 0,
            int (*)(void *, char *, const char *, const char *): 0,
            int (*)(void *, const char *, const char *, const char *): 0);
      }
      """)
    #expect(errors == "")
  }
}
