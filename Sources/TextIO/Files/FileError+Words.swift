#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension FileError: CustomStringConvertible {
  /// One clause that names the file, what is wrong and what to do.
  public var description: String {
    problem.string + (remedy.map { "; \($0)" } ?? "")
  }

  /// The file and what is wrong: `cannot read 'tree.json': No such file or directory`.
  package var problem: SafeText {
    "cannot \(action.rawValue) '\(path)': \(fault)"
  }

  private var fault: SafeText {
    switch reason {
    case .system(let number): SafeText(errno: number)
    case .isFolder: "it is a folder"
    case .isNoFile: "it is not a regular file"
    case .isLinkToNothing: "it is a link to nothing"
    case .isReadOnly: "it is read-only"
    case .isUTF16: "it is UTF-16, and UTF-8 is expected"
    case .isEndless(let limit): "it has no end within \(limit >> 20) MiB"
    }
  }

  /// What to do; nil where the system's words are all there is to say.
  private var remedy: SafeText? {
    switch (reason, action) {
    // What is no UTF-8 in a name has become this character.
    case (.system(ENOENT), .read) where path.contains("\u{FFFD}"):
      "a name that is not UTF-8 cannot be given; rename the file, or give its content with '- < FILE'"
    case (.system(ENOENT), .read): "check the path"
    case (.system(ENOENT), .write), (.system(ENOTDIR), .write): "make its folder first"
    case (.system(ENOTDIR), .make): "name another"
    case (.system(EACCES), _), (.system(EPERM), _), (.system(EROFS), _):
      "check its permissions, or name another"
    case (.system(ENOSPC), _): "free some space"
    case (.system(ELOOP), _): "remove the link, or name another"
    case (.system(ENAMETOOLONG), _): "choose a shorter name"
    case (.system, _): nil
    case (.isFolder, _): "name a file in it"
    case (.isNoFile, _), (.isLinkToNothing, _), (.isReadOnly, _): "name another"
    case (.isUTF16, _): "convert it with 'iconv -f UTF-16 -t UTF-8'"
    case (.isEndless, _): "name a file"
    }
  }
}
