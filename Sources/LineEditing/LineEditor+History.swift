import CEditLine
import TextIO

extension LineEditor {
  func startHistory() {
    ceditline_history_limit(history, Int32(HistoryFile.limit))
    ceditline_use_history(handle, history)
    guard let historyFile else { return }
    do throws(FileError) {
      for line in try historyFile.load() { remember(line) }
    } catch {
      historyWarning = Self.warning(error)
    }
  }

  /// Keeps the line for the up arrow and for later sessions.
  ///
  /// Left out are empty lines, repetitions of the line before, and lines with characters that would
  /// act on a terminal.
  package func addToHistory(_ line: String) {
    guard HistoryFile.isWorthKeeping(line), line != lastHistoryLine else { return }
    remember(line)
    guard let historyFile else { return }
    do throws(FileError) {
      try historyFile.append(line)
    } catch {
      if historyWarning == nil { historyWarning = Self.warning(error) }
    }
  }

  private func remember(_ line: String) {
    ceditline_history_add(history, WideText.terminated(line.unicodeScalars))
    lastHistoryLine = line
  }

  private static func warning(_ error: FileError) -> SafeText {
    "the history is not kept: \(error.problem)"
  }
}
