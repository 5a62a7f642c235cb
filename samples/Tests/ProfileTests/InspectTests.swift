import Foundation
import SampleTesting
import Testing
import TreeSnapshot

/// The inspector inside the running app.
@Suite struct `The inspector inside the app` {
  private func answers(_ scenario: String, _ commands: String...) throws -> String {
    let run = try SampleProcess(
      "Profile", ["--script", scenario, "--inspect"] + commands.flatMap { ["-c", $0] })
    #expect(run.status == 0, "\(run.errors)")
    return timeless(run.output)
  }

  @Test func `an error of a screen's own request is traced to the screen`() throws {
    #expect(
      try answers("both", "trace error LoadError.offline --from ProfileScreen/RefreshControl")
        == """
        error LoadError.offline raised at RefreshControl #11

           0  RefreshControl  passed   nothing registered for errors
           1  ProfileScreen   handled  registered for all of LoadError at Inspection.swift:43

        handled by ProfileScreen after 1 hop

        near misses:
          /ProfileApp/UserModelController is registered for it at Inspection.swift:12, but isn't \
        an ancestor of RefreshControl
          /ProfileApp/HomeScreen is registered for it at Inspection.swift:32, but isn't an ancestor of \
        RefreshControl

        """)
  }

  @Test func `an error that is raised for a test is shown by that screen`() throws {
    let answers = try answers(
      "both", "raise error LoadError.missing --from HomeScreen/RefreshControl")
    #expect(
      answers.hasSuffix(
        """
        handled by HomeScreen after 1 hop

        HomeScreen #6 took no time

        ~ /ProfileApp/HomeScreen/Page: error none → cannot update: there is no user to be read at \
        that place

        """))
  }

  @Test func `a loader's error goes through the controller to those who asked`() throws {
    let answers = try answers(
      "updating", "raise error LoadError.offline --from MemoryLoader", "wait 0.1")
    #expect(answers.contains("handled by UserModelController after 3 hops\n"))
    let changes = answers.split(separator: "\n").filter { $0.hasPrefix("~") }
    let shown = "error none → cannot update: there is no connection; try again later"
    #expect(
      changes == [
        "~ /ProfileApp/HomeScreen/Page: \(shown)",
        "~ /ProfileApp/HomeScreen/RefreshControl: refreshing true → false",
        "~ /ProfileApp/ProfileScreen/Page: \(shown)",
        "~ /ProfileApp/ProfileScreen/RefreshControl: refreshing true → false",
      ])
  }

  @Test func `a loader's error without an update is refused in words`() throws {
    let run = try SampleProcess(
      "Profile", ["--inspect", "-c", "raise error LoadError.offline --from MemoryLoader"])
    #expect(run.status == 2)
    #expect(run.errors.contains("did not take it: no update is under way that could fail"))
  }

  @Test func `a change is heard by both screens, which render again`() throws {
    let answers = try answers("both", "raise event User.didUpdate --from UserModelController")
    #expect(answers.contains("delivered to 2 models, in this order\n"))
    #expect(
      answers.hasSuffix(
        """
        ~ /ProfileApp/HomeScreen/Page: renderings 1 → 2
        ~ /ProfileApp/ProfileScreen/Page: renderings 1 → 2

        """))
  }

  @Test func `a refused comment is shown by the profile`() throws {
    let answers = try answers(
      "both", "raise error CommentError.notInGroup --from PostRow[1]")
    #expect(
      answers.hasSuffix(
        "~ /ProfileApp/ProfileScreen/Page: error none → cannot comment: only members of its group "
          + "can comment on it\n"))
  }

  @Test func `closing a screen at the prompt ends its part in the routes`() throws {
    let answers = try answers(
      "both", "do close profile", "trace event User.didUpdate --from UserModelController")
    #expect(answers.contains("delivered to 1 model\n"))
    let route = try #require(answers.components(separatedBy: "\nevent User.didUpdate").last)
    #expect(!route.contains("ProfileScreen"))
  }

  @Test(arguments: `Dumps of a tree`.names)
  func `the inspector prints the running app as its committed dump`(name: String) throws {
    let path = NSTemporaryDirectory() + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    let run = try SampleProcess(
      "Profile", ["--script", name, "--inspect", "-c", "printSessionTree --all", "--dump", path])
    let committed = `Dumps of a tree`.file(of: name)
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(contentsOf: committed))
    #expect(
      run.output == (try Snapshot(contentsOfFile: committed.path()).text(options: .all)))
  }

  @Test(arguments: `Dumps of a tree`.names)
  func `the running app is what its spec says, and lint finds nothing`(name: String) throws {
    let spec = `Dumps of a tree`.spec(of: name).path()
    #expect(try answers(name, "check \(spec)").hasPrefix("ok "))
    #expect(try answers(name, "lint").hasPrefix("nothing found: "))
  }
}
