import Testing
import TextIO

@Suite struct `The nearest name` {
  static let table: [(String, [String], String?)] = [
    ("Cell", ["Cell"], "Cell"),
    ("cell", ["Dell", "Cell"], "Cell"),
    ("Cel", ["Cell", "Header"], "Cell"),
    ("Cells", ["Cell"], "Cell"),
    ("Clel", ["Cell"], "Cell"),
    ("Kell", ["Cell"], "Cell"),
    ("Kelp", ["Cell"], nil),
    ("MianFlwo", ["MainFlow"], "MainFlow"),
    ("Dashbord", ["Dashboard", "Dashcam"], "Dashboard"),
    ("ExamFlow", ["ExamCreationFlow"], nil),
    ("abcdef", ["abcdxx", "abcdey"], "abcdey"),
    ("abcdef", ["abcdxx"], "abcdxx"),
    ("abcdef", ["abcxxx"], nil),
    ("first", ["firsts", "firsty"], "firsts"),
    ("", ["Cell"], nil),
    ("Cell", [], nil),
    ("日本Modle", ["日本Model"], "日本Model"),
    ("e\u{301}t", ["ét"], "ét"),
  ]

  @Test(arguments: table)
  func `is at most a third away`(_ row: (typed: String, names: [String], nearest: String?)) {
    #expect(row.names.nearest(to: row.typed) == row.nearest)
  }

  @Test(arguments: [("7", "8"), ("ab", "ax"), ("A", "B"), ("", "x")])
  func `of a very short name is not another one altogether`(_ typed: String, _ name: String) {
    #expect([name].nearest(to: typed) == nil)
  }

  @Test func `is found among long ones by how they begin`() {
    let long = String(repeating: "x", count: 100_000)
    #expect([long + "b", "y"].nearest(to: long + "a") == long + "b")
  }
}
