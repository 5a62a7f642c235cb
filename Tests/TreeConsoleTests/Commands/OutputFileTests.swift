import TestSupport
import Testing

@Suite struct `A file for an answer` {
  @Test func `is no link, and is refused before the work`() throws {
    let folder = try TestFolder()
    #expect(try folder.shell("echo old > kept; ln -s kept link; ln -s none dangling").status == 0)
    for link in ["link", "dangling"] {
      try folder.modeltree("print", "tree.json", "-o", link)
        .expectRefusal("'\(link)' is a link; name the file itself")
    }
    #expect(try folder.shell("cat kept; ls none 2>/dev/null").text == "old\n")
    // The selector is wrong as well, which isn't looked at.
    for (place, reason) in [
      ("none/tree.txt", "No such file or directory; make its folder first"),
      ("tree.json/x", "a folder in its path is a file"),
    ] {
      let answer = try folder.modeltree("find", "tree.json", "Nobody", "-o", place)
      #expect(answer.status == 2 && answer.text.isEmpty)
      #expect(
        answer.errors.hasPrefix("modeltree: cannot write '\(place)': \(reason)"), "\(answer.errors)"
      )
    }
  }

  @Test func `isn't made a folder`() throws {
    let folder = try TestFolder()
    try folder.modeltree("export", "tree.json", "-o", "dumps/order.json").expectRefusal(
      "'dumps/order.json' looks like a file; rows are written into a folder, and a trace into a file "
        + "that ends in .perfetto-trace or .otlp.json")
    #expect(try folder.shell("ls").text == "tree.json\n")
    #expect(try folder.modeltree("export", "tree.json", "-o", "rows.v2").status == 0)
  }
}
