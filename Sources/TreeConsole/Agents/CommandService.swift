import ArgumentParser
package import TextIO
import TreeAnalysis
import TreeSnapshot

/// Answers commands on a target for another program, such as a page. They write no files, and read only
/// those that the program was started with.
package struct CommandService {
  /// What a command answers.
  package struct Answer {
    /// The status that the command would exit with.
    package var status: ExitStatus
    /// What it answered; empty if it failed.
    package var bytes: [UInt8]
    /// Whether that is JSON.
    package var isJSON: Bool
    /// What it would have written to standard error, without the name of the program; the last line says
    /// why it failed.
    package var notes: [SafeText]

    /// Describes an answer.
    package init(status: ExitStatus, bytes: [UInt8], isJSON: Bool, notes: [SafeText]) {
      self.status = status
      self.bytes = bytes
      self.isJSON = isJSON
      self.notes = notes
    }
  }

  private let target: any InspectionTarget
  private let session: PromptSession
  /// The files and targets that commands may name, as the program was started with them.
  private let files: Set<String>

  init(target: any InspectionTarget, session: PromptSession, files: [String]) {
    self.target = target
    self.session = session
    self.files = Set(files)
  }

  /// Answers commands on a target.
  ///
  /// - Parameter files: The files and targets that commands may name.
  package init(target: any InspectionTarget, files: [String] = []) {
    self.init(target: target, session: PromptSession(), files: files)
  }

  /// Answers the words of a command, which are taken as they are.
  package func run(_ words: [String]) -> Answer {
    answer { try Interpreter.answer(words.first ?? "", Array(words.dropFirst()), in: &$0) }
  }

  /// Finds the models that a selector matches, as `find` does.
  ///
  /// - Parameter moment: The moment to look at, as with `--at`; nil for the present.
  /// - Returns: Their positions in document order, and an answer that has notes only.
  package func matches(
    of selector: String, at moment: String? = nil
  ) -> (positions: [Int], answer: Answer) {
    var positions: [Int] = []
    let answer = answer { view in
      positions = try view.looking(at: moment.map(MomentWord.init(rawValue:)), needs: nil) {
        try ModelSelector(rawValue: selector).matches(in: $0.state().snapshot, noting: $0.output)
      }
      return .nothing
    }
    return (positions, answer)
  }

  /// Checks the tree against a spec that isn't a file, as `check --json` does.
  ///
  /// - Parameters:
  ///   - spec: The text of the spec.
  ///   - name: What the answer calls it.
  ///   - moment: The moment to look at, as with `--at`; nil for the present.
  package func check(_ spec: [UInt8], called name: String, at moment: String? = nil) -> Answer {
    answer { view in
      try view.looking(at: moment.map(MomentWord.init(rawValue:)), needs: nil) { view in
        let options = try CheckOptions.parse(["--json"])
        var runner = try CheckRunner(options, view, named: [name], texts: [name: spec])
        return try runner.answer([name], in: view, called: view.name)
      }
    }
  }

  private func answer(_ body: (inout View) throws -> TreeConsole.Answer) -> Answer {
    let output = ConsoleOutput.keeping(
      program: ConsoleOutput.processName, files: files.union(session.remembered.map(\.name)))
    var view = View(target, output, session: session)
    var answer = Answer(status: .done, bytes: [], isJSON: false, notes: [])
    do {
      var shown = try body(&view)
      // That is refused.
      if shown.options.file != nil { try view.show(shown) }
      answer.status = shown.status
      answer.isJSON = shown.isJSON
      let failure = shown.failure
      shown.failure = nil
      answer.bytes = try view.collect(shown)
      if let failure { output.note(failure) }
    } catch {
      answer.status = .wrong
      output.note("\(error)")
    }
    answer.notes = output.takeNotes()
    return answer
  }
}
