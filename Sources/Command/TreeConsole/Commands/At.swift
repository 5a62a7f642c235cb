import ArgumentParser
import TextIO
import TreeJournal
import TreeSnapshot

/// Chooses the moment of a prompt.
struct At: Question {
  static let commandName = "at"
  static let abstract = "Look at the tree as it was at a moment; 'at now' returns to the present."
  static let explanation: String? = """
    A moment is the number of a record of 'journal' (1234: after that record), a time (12:03:04.5, \
    the latest such; 2026-03-01T12:03:04Z) or an age (-2s). The app is not touched.
    """
  static let examples = ["1234", "12:03:04.5", "-2s", "now"]
  static let needs: Capability? = .journal

  @Argument(
    parsing: .allUnrecognized, help: "The moment, or 'now'.", completion: .list(["now"]))
  var moment: [String]

  func answer(_ view: inout View) throws -> Answer {
    guard moment.count == 1, let word = moment.first else {
      throw ConsoleError.misuse(usage: "at MOMENT, or at now")
    }
    if word == "now" {
      view.past = nil
      view.note("this is the present tree again")
      return .nothing
    }
    let look = try view.journal()
    return try view.move(to: MomentWord(rawValue: word).number(in: look), in: look)
  }
}

/// Goes back to earlier records.
struct Back: Question {
  static let commandName = "back"
  static let abstract = "Look at the tree as it was a record earlier, or several."
  static let examples = ["", "10"]
  static let needs: Capability? = .journal

  @Argument(help: "How many records.")
  var records = 1

  func answer(_ view: inout View) throws -> Answer { try view.step(by: -records) }
}

/// Goes forward to later records.
struct Forward: Question {
  static let commandName = "forward"
  static let abstract = "Look at the tree as it was a record later, or several."
  static let examples = ["", "10"]
  static let needs: Capability? = .journal

  @Argument(help: "How many records.")
  var records = 1

  func answer(_ view: inout View) throws -> Answer { try view.step(by: records) }
}

extension View {
  fileprivate mutating func step(by records: Int) throws -> Answer {
    let look = try journal()
    let (number, isTooFar) = (moment ?? look.lastRecord).addingReportingOverflow(records)
    if isTooFar { throw MomentError.later(last: look.lastRecord) }
    return try move(to: number, in: look)
  }

  /// Goes to a moment, and shows its record.
  fileprivate mutating func move(to number: Int, in look: JournalLook) throws -> Answer {
    past = (number, .success(try look.state(at: number, name: target.name)))
    noteAge()
    return Answer { text in
      if let record = look.contents[number] {
        var words = RecordWords(contents: look.contents, types: JournalTypes(of: look.contents))
        words.write(record, to: &text)
      } else {
        text.line("before record \(number + 1), which is the first that is kept")
      }
    }
  }
}
