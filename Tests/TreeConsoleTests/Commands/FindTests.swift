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

  @Test func `each path is quoted where a shell would take it for something else`() throws {
    let dump = ExamMaster.dump(nodes: [
      #"{"id": 1, "type": "App"}"#,
      #"{"id": 2, "parent": 1, "type": "Cell"}"#, #"{"id": 3, "parent": 2, "type": "A/B*[x]"}"#,
      #"{"id": 4, "parent": 1, "type": "Cell"}"#, ##"{"id": 5, "parent": 4, "type": "#1 \\ two"}"##,
    ])
    let folder = try TestFolder(dump: dump)
    try folder.modeltree("find", "tree.json", "**").expect(
      output: ##"""
        #1  /App
        #2  /App/Cell[1]
        #3  '/App/Cell/A\/B\*\[x\]'
        #4  /App/Cell[2]
        #5  '/App/Cell/\#1 \\ two'

        """##)
  }

  @Test func `json is an array with id, type and path`() throws {
    try TestFolder().modeltree("find", "tree.json", "MainFlow/*Model", "--json").expect(
      output: #"[{"id": 3, "type": "DashboardModel", "path": "\#(Self.flow)/DashboardModel"}, "#
        + #"{"id": 4, "type": "SideMenuModel", "path": "\#(Self.flow)/SideMenuModel"}]"# + "\n")
  }
}
