import TestSupport
import Testing

/// `modeltree find`, run as the shell runs it.
@Suite struct `Finding models` {
  private static let flow = "/AppAuthorizedSession/MainFlow"

  @Test(arguments: [
    (
      "Exam*Model",
      """
      #6  \(flow)/ExamCreationFlow/ExamSubjectPickerModel
      #7  \(flow)/ExamCreationFlow/ExamTopicPickerModel
      #8  \(flow)/ExamCreationFlow/ExamOptionsPickerModel

      """
    ),
    ("[handles=NetworkErrors.badToken]", "#1  /AppAuthorizedSession\n"),
    (
      "[handles=event Clock]",
      "#2  \(flow)\n#4  \(flow)/SideMenuModel\n"
    ),
  ])
  func `models that match are listed with their paths`(selector: String, output: String) throws {
    try TestFolder().modeltree("find", "tree.json", selector).expect(output: output)
  }

  @Test func `each path that is found leads to that model alone`() throws {
    let dump = ExamMaster.dump(nodes: [
      #"{"id": 1, "type": "App"}"#,
      #"{"id": 2, "parent": 1, "type": "Cell"}"#, #"{"id": 3, "parent": 2, "type": "A/B*[x]"}"#,
      #"{"id": 4, "parent": 1, "type": "Cell"}"#, ##"{"id": 5, "parent": 4, "type": "#1 \\ two"}"##,
    ])
    let folder = try TestFolder(dump: dump)
    let found = try folder.modeltree("find", "tree.json", "**")
    found.expect(
      output: ##"""
        #1  /App
        #2  /App/Cell[1]
        #3  '/App/Cell/A\/B\*\[x\]'
        #4  /App/Cell[2]
        #5  '/App/Cell/\#1 \\ two'

        """##)
    for line in found.text.split(separator: "\n") {
      let path = line.dropFirst(4)
      try folder.shell("$MODELTREE find tree.json \(path)").expect(output: "\(line)\n")
      try folder.modeltree("repl", "tree.json", "-c", "find \(path)").expect(output: "\(line)\n")
    }
  }

  @Test(arguments: [
    (
      "MainFlow/*Model",
      #"[{"id": 3, "type": "DashboardModel", "path": "\#(flow)/DashboardModel"}, "#
        + #"{"id": 4, "type": "SideMenuModel", "path": "\#(flow)/SideMenuModel"}]"#
    )
  ])
  func `json is an array with id, type and path`(selector: String, json: String) throws {
    try TestFolder().modeltree("find", "tree.json", selector, "--json")
      .expect(output: json + "\n")
  }
}
