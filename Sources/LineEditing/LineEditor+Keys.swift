import CEditLine

extension LineEditor {
  /// Binds Emacs keys, then applies the user's `.editrc`, then binds Tab, which `.editrc` resets if
  /// it chooses vi keys.
  func bindKeys() {
    let command = "modeltree-complete"
    ceditline_use_emacs_keys(library, handle)
    ceditline_add_command(library, handle, command, "Complete the word before the cursor") {
      handle, _ in
      LineEditor.owner(of: handle)?.completeWord() ?? UInt8(CEDITLINE_CC_ERROR)
    }
    // As in other shells; libedit's own bindings differ or are missing.
    ceditline_bind(library, handle, "^R", "em-inc-search-prev")
    ceditline_bind(library, handle, "^W", "ed-delete-prev-word")
    ceditline_bind(library, handle, "\\e[1;5C", "em-next-word")
    ceditline_bind(library, handle, "\\e[1;5D", "ed-prev-word")
    ceditline_bind(library, handle, "\\e[3~", "ed-delete-next-char")
    if !isUTF8 {
      // Otherwise, é would be read as Meta-i. It is drawn as an escape, but it arrives.
      for code in 0x80...0xff {
        ceditline_bind(library, handle, "\\\(String(code, radix: 8))", "ed-insert")
      }
    }
    _ = library.el_source(handle, nil)
    ceditline_bind(library, handle, "^I", command)
  }

  /// Tab.
  private func completeWord() -> UInt8 {
    let line = EditedLine(handle, of: library)
    let before = line.beforeCursor
    let completion = complete(
      CompletionRequest(line: line.text, cursor: before.utf8.count))
    switch completion.action(before: before) {
    case .nothing:
      return UInt8(CEDITLINE_CC_REFRESH_BEEP)
    case .replace(let count, let text):
      if count > 0 { library.el_deletestr(handle, Int32(count)) }
      let characters = WideText.terminated(text.unicodeScalars)
      guard text.isEmpty || library.el_winsertstr(handle, characters) == 0 else {
        return UInt8(CEDITLINE_CC_REFRESH_BEEP)
      }
      return UInt8(CEDITLINE_CC_REFRESH)
    case .list:
      moveBelowLine()
      for row in CandidateList.lines(completion.candidates, columns: screenSize.columns) {
        write(Array("\(row)\n".utf8))
      }
      ceditline_redraw(library, handle)
      return UInt8(CEDITLINE_CC_NORM)
    }
  }
}
