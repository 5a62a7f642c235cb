import Foundation
import SampleTesting
import Testing

/// The inspector inside the running app, from a script, and the dumps that the app writes.
@Suite struct `The inspector inside the app` {
  private func inspect(_ commands: [String], _ arguments: [String] = []) throws -> SampleProcess {
    try SampleProcess("Cars", arguments + ["--inspect"] + commands.flatMap { ["-c", $0] })
  }

  private static let trace = """
    error StorageError.unavailable raised at CarListController #6

       0  CarListController  passed   nothing registered for errors
       1  Screen             passed   nothing registered for errors
       2  CarRouter          handled  registered for all of StorageError at Inspection.swift:43

    handled by CarRouter after 2 hops

    """

  @Test(arguments: [false, true])
  func `an error that is raised is handled where trace says, and shown with retry`(
    inFile: Bool
  ) throws {
    let file = TemporaryFile()
    let storage = inFile ? ["--storage", "sqlite:\(file.path)"] : []
    let message = "error StorageError.unavailable --from CarListController"
    let traced = try inspect(["trace \(message)"], storage)
    #expect(traced.status == 0)
    #expect(traced.output.hasPrefix(Self.trace))
    let raised = try inspect(["raise \(message)"], storage)
    #expect(raised.status == 0)
    #expect(
      timeless(raised.output) == Self.trace + """

        CarRouter #4 took no time

        - /CarsApp/AppRouter/CarRouter/Screen/CarListController removed
        + /CarsApp/AppRouter/CarRouter/Screen/ErrorController added
        ~ /CarsApp/AppRouter/CarRouter:
            no longer registered for bubble CarListController.onSelect
            no longer registered for bubble CarListController.onEdit
            no longer registered for bubble CarListController.onDelete
            registered for bubble ErrorController.onRetry

        """)
    #expect(
      raised.errors.hasSuffix(
        """
        ┌ Cars [add]
        │ ! StorageError.unavailable, as a test
        │ retry, to ask again
        └ *cars* drivers  cars://cars

        """))
  }

  @Test func `pulling the storage while the list is shown is another tree`() throws {
    let run = try SampleProcess(
      "Cars", ["--inspect"],
      typed: """
        snapshot before
        do pull
        wait 1
        diff before
        trace error StorageError.unavailable --from ErrorController
        do plug
        wait 0.2
        raise bubble ErrorController.onRetry --from ErrorController
        wait 0.5
        find CarListController
        """)
    // As a difference has it.
    #expect(run.status == 1)
    #expect(
      run.lines.contains("- /CarsApp/AppRouter/CarRouter/Screen/CarListController removed"))
    #expect(run.lines.contains("+ /CarsApp/AppRouter/CarRouter/Screen/ErrorController added"))
    #expect(run.lines.contains("handled by CarRouter after 2 hops"))
    #expect(run.output.hasSuffix("/CarsApp/AppRouter/CarRouter/Screen/CarListController\n"))
  }

  @Test func `an event reaches whoever listens, from wherever it is raised`() throws {
    let run = try inspect(["raise event FailingStorage.pulled --from CarListController"])
    #expect(run.status == 0)
    #expect(run.lines.contains("delivered to 1 model"))
    #expect(run.lines.contains("+ /CarsApp/AppRouter/CarRouter/Screen/LoadingController added"))
  }

  @Test func `what the inspector has the app do answers as at the terminal`() throws {
    let done = try inspect(["do open 7", "wait 0.5", "find CarDetailController"])
    #expect(done.status == 0)
    #expect(done.output.hasSuffix("/CarsApp/AppRouter/CarRouter/Screen/CarDetailController\n"))
    let refused = try inspect(["do open 99"])
    #expect(refused.status == 2)
    #expect(refused.errors.hasSuffix("Cars: there is no car 99 in this list\n"))
    let empty = try inspect(["raise bubble CarListController.onEdit --from CarListController"])
    #expect(empty.status == 2)
    #expect(empty.errors.contains("did not take it: a test hands over no row and no text"))
  }

  @Test(arguments: [
    "list", "edit", "assign", "pull", "late", "link",
  ])
  func `what was done is dumped at its end, also through the inspector`(name: String) throws {
    let file = TemporaryFile()
    let played = try SampleProcess("Cars", ["--script", name, "--dump", file.path])
    #expect(played.status == 0)
    let dump = try String(contentsOfFile: file.path, encoding: .utf8)
    let inspected = try inspect(
      ["print"], ["--script", name, "--dump", file.path])
    #expect(inspected.status == 0)
    #expect(try String(contentsOfFile: file.path, encoding: .utf8) == dump)
  }

  @Test func `the inspector ends at once where nothing can be typed`() throws {
    let run = try SampleProcess("Cars", ["--inspect"], typed: nil)
    #expect(run.status == 0, "\(run)")
    #expect(run.output == "")
  }
}
