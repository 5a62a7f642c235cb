import Testing
import TreeAnalysis
import TreeDrawing
import TreeSnapshot

@Suite struct `Titles of drawings` {
  @Test(
    arguments: [
      (
        .error, "NetworkErrors", "101", 7, 0,
        "error NetworkErrors.101 (badToken), raised at ExamOptionsPickerModel — handled by AppAuthorizedSession in 3 hops"
      ),
      (
        .error, "NetworkErrors", "100", 7, 0,
        "error NetworkErrors.100 (badResponse), raised at ExamOptionsPickerModel — handled by ExamCreationFlow in 1 hop"
      ),
      (
        .error, "NetworkErrors", "101", 0, 0,
        "error NetworkErrors.101 (badToken), raised at AppAuthorizedSession — handled by itself"
      ),
      (
        .error, "Other", "1", 4, 0,
        "error Other.1, raised at ExamCreationFlow — no model handles it; it ends uncaught in AppAuthorizedSession"
      ),
      (
        .bubble, "Other", "1", 4, 0,
        "bubble Other.1, raised at ExamCreationFlow — no model up to AppAuthorizedSession handles it"
      ),
      (
        .event, "AppEvent", "ExamCreated", 7, 0,
        "event AppEvent.ExamCreated, raised at ExamOptionsPickerModel — sent down from AppAuthorizedSession to SideMenuModel"
      ),
      (
        .event, "Other", "1", 7, 0,
        "event Other.1, raised at ExamOptionsPickerModel — sent down from AppAuthorizedSession, and no model is registered"
      ),
      (
        .error, "NetworkErrors", "101", 7, 4,
        "error NetworkErrors.101 (badToken), raised at ExamOptionsPickerModel — handled by AppAuthorizedSession in 3 hops"
      ),
      (
        .event, "AppEvent", "ExamCreated", 7, 5,
        "event AppEvent.ExamCreated, raised at ExamOptionsPickerModel — sent down from AppAuthorizedSession to SideMenuModel"
      ),
    ] as [(Message.Kind, String, String, Int, Int, String)])
  func `the title names the route`(
    kind: Message.Kind, domain: String, code: String, raiser: Int, root: Int, title: String
  ) throws {
    let tree = try Trees.examMaster()
    let route = tree.route(
      of: Message(kind: kind, domain: domain, code: code), raisedAt: raiser)
    #expect(Diagram(tree, root: root, route: route).title == title)
  }

  @Test func `without a route, the title names the tree and its size`() throws {
    let tree = try Trees.examMaster()
    #expect(Diagram(tree).title == "ExamMaster — 8 models")
    #expect(
      Diagram(tree, root: 4).title == "ExamMaster, from ExamCreationFlow down — 4 of 8 models")
    #expect(Diagram(try Trees.chain(1)).title == "1 model")
  }

  @Test func `the summary names the size of the part`() throws {
    #expect(
      Diagram(try Trees.examMaster(), root: 4, depth: 0).summary == """
        A tree of 8 models, parents above children. Drawn from ExamCreationFlow down. \
        1 model drawn, 3 folded away.
        """)
  }
}
