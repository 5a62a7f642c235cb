import ArgumentParser

/// A shell's completion of the command's words.
///
/// The argument parser writes the script. Where a word is a target, the shell completes files itself: it
/// alone quotes their names right. The names of running apps are added as they are; bash would expand
/// what the parser's script passes to `compgen -W`.
enum CompletionScript {
  /// The option that asks for it.
  static let option = "--generate-completion-script"

  /// The script for a shell; nil if a command line asks for none, or for that of an unknown shell.
  static func requested(by arguments: [String]) -> String? {
    guard let first = arguments.first, first.hasPrefix(option) else { return nil }
    let name =
      first == option ? arguments.dropFirst().first : String(first.dropFirst(option.count + 1))
    let shell = name.map { CompletionShell(rawValue: $0) } ?? CompletionShell.autodetected()
    return shell.map(text)
  }

  private static func text(for shell: CompletionShell) -> String {
    let lines = ModelTreeCommand.completionScript(for: shell).split(
      separator: "\n", omittingEmptySubsequences: false)
    let written = lines.map { $0.contains("---completion") ? targets($0, shell) : String($0) }
    return written.joined(separator: "\n") + (shell == .bash ? bashTargets : "")
  }

  /// A line that completes a target.
  private static func targets(_ line: Substring, _ shell: CompletionShell) -> String {
    switch shell {
    case .bash:
      let start = #"__modeltree_add_completions -W "$("#
      return line.hasSuffix(#")""#)
        ? "\(line.dropLast(2))".replacing(start, with: "__modeltree_add_targets < <(") + ")"
        : String(line)
    case .zsh:
      return String(line).replacing(
        "{__modeltree_custom_complete ", with: "{_files; __modeltree_custom_complete ")
    case .fish: return String(line).replacing(" -fka ", with: " -Fka ")
    default: return String(line)
    }
  }

  /// Bash splits the words of a line also at `@` and `:`, and completes the last part.
  private static let bashTargets = #"""


    __modeltree_add_targets() {
        local target
        __modeltree_add_completions -f
        local -r word="${COMP_LINE:0:${COMP_POINT}}"
        local -r whole="${word##*[[:space:]]}"
        while IFS='' read -r target; do
            [[ "${target}" == "${whole}"* ]] && COMPREPLY+=("${target#"${whole%"${cur}"}"}")
        done
    }

    """#
}
