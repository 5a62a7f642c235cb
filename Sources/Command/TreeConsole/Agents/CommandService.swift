import ArgumentParser
package import TextIO
import TreeAnalysis
import TreeSnapshot

/// Runs commands on a target for another program, such as a page. They write no files, and read
/// only those that the program was started with.
package struct CommandService {
  /// A command's answer.
  package struct Answer {
    /// The exit status of the command.
    package var status: ExitStatus
    /// The output; empty if the command failed.
    package var bytes: [UInt8]
    /// Whether the output is JSON.
    package var isJSON: Bool
    /// The lines for standard error, without the program's name; if the command failed, the last
    /// one gives the reason.
    package var notes: [SafeText]

    /// Creates an answer.
    package init(status: ExitStatus, bytes: [UInt8], isJSON: Bool, notes: [SafeText]) {
      self.status = status
      self.bytes = bytes
      self.isJSON = isJSON
      self.notes = notes
    }
  }

  private let target: any InspectionTarget
  private let session: PromptSession
  /// The files and targets that commands may name: those the program was started with.
  private let files: Set<String>

  init(target: any InspectionTarget, session: PromptSession, files: [String]) {
    self.target = target
    self.session = session
    self.files = Set(files)
  }

  /// Creates a service for a target.
  ///
  /// - Parameter files: The files and targets that commands may name.
  package init(target: any InspectionTarget, files: [String] = []) {
    self.init(target: target, session: PromptSession(), files: files)
  }

  /// Runs a command with arguments, which aren't split or expanded.
  package func run(_ words: [String]) -> Answer {
    answer { try Interpreter.answer(words.first ?? "", Array(words.dropFirst()), in: &$0) }
  }

  /// Finds the models that a selector or a text matches, like `find`.
  ///
  /// - Parameter moment: The moment, as with `--at`; nil for the present.
  /// - Returns: Their positions in document order, and an answer with only notes.
  package func matches(
    of selector: String?, text: String? = nil, at moment: String? = nil
  ) -> (positions: [Int], answer: Answer) {
    var positions: [Int] = []
    let answer = answer { view in
      positions = try view.looking(at: moment.map(MomentWord.init(rawValue:)), needs: nil) {
        let words = (text.map { ["--text=\($0)"] } ?? []) + (selector.map { ["--", $0] } ?? [])
        return try Find.parse(words).matches(in: $0.state().snapshot)
      }
      return .nothing
    }
    return (positions, answer)
  }

  private func answer(_ body: (inout View) throws -> TreeConsole.Answer) -> Answer {
    let output = ConsoleOutput.keeping(
      program: ConsoleOutput.processName, files: files.union(session.remembered.map(\.name)))
    var view = View(target, output, for: .session(session))
    var answer = Answer(status: .done, bytes: [], isJSON: false, notes: [])
    do {
      var shown = try body(&view)
      // This throws.
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
