import TextIO

/// A folder for the sockets of one user's apps alone.
package struct LinkFolder: Hashable, Sendable {
  /// The folder's path.
  package let path: String

  /// The paths of the folders, the preferred one first: that of `MODELTREE_DIR` alone where it is set,
  /// else that of the system for the user's running programs, and one in `/tmp`.
  ///
  /// `TMPDIR` does not count: an app in a simulator has its own.
  package static var paths: [String] {
    if let path = Environment["MODELTREE_DIR"], !path.isEmpty { return [path] }
    let own = Environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? "\($0)/modeltree" : nil }
    return (own.map { [$0] } ?? []) + ["/tmp/modeltree-\(geteuid())"]
  }

  /// The paths of the folders that a client looks into: a program that agents start may have lost the
  /// variable of the environment that names the system's own.
  package static var searchedPaths: [String] {
    if let path = Environment["MODELTREE_DIR"], !path.isEmpty { return [path] }
    let usual = "/run/user/\(geteuid())/modeltree"
    return paths.contains(usual) ? paths : paths + [usual]
  }

  /// Finds the folder for an app, and makes it if it is missing.
  ///
  /// - Throws: `AppLinkError` where none can be made, or the first that is there is not the user's
  ///   alone.
  package static func forApp() throws(AppLinkError) -> LinkFolder {
    var first: AppLinkError?
    for path in paths {
      if mkdir(path, 0o700) != 0, errno != EEXIST {
        first = first ?? Self.cannotMake(path, errno)
        continue
      }
      guard let folder = try LinkFolder(path) else { continue }
      return folder
    }
    throw first ?? cannotMake(paths[0], ENOENT)
  }

  private static func cannotMake(_ path: String, _ number: Int32) -> AppLinkError {
    .other(
      """
      the folder '\(path)' cannot be made: \(SafeText(errno: number)); make the one above it, or set \
      MODELTREE_DIR
      """)
  }

  /// Opens the folder at a path; nil if nothing is there.
  ///
  /// - Throws: `AppLinkError` if it isn't the user's alone.
  package init?(_ path: String) throws(AppLinkError) {
    guard let status = FileNames.statusItself(of: path) else { return nil }
    let fault: SafeText
    if status.kind == .link {
      fault = "is a symbolic link; set MODELTREE_DIR to the folder itself"
    } else if status.kind != .folder {
      fault = "isn't a folder; set MODELTREE_DIR to another path"
    } else if status.owner != geteuid() {
      fault =
        """
        belongs to user \(Int(status.owner)), not to you; set MODELTREE_DIR to a folder of your own
        """
    } else if status.isOpenToOthers {
      let mode = String(status.mode & 0o7777, radix: 8)
      fault =
        """
        is open to others (mode \(mode)); close it with 'chmod 700 \(path)', or set MODELTREE_DIR to \
        another
        """
    } else {
      self.path = path
      return
    }
    throw .other("the folder '\(path)' \(fault)")
  }

  /// The places of the apps that have one here, by their processes' numbers.
  ///
  /// - Throws: `AppLinkError` where the folder cannot be listed.
  package func places() throws(AppLinkError) -> [AppPlace] {
    let names: [String]
    do throws(FileError) {
      names = try FileNames.inFolder(path)
    } catch {
      throw .other(error.problem)
    }
    let numbers = names.compactMap { name -> Int? in
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[1] == "sock" || parts[1] == "json" else { return nil }
      return Int(parts[0]).flatMap { $0 > 0 && "\($0)" == parts[0] ? $0 : nil }
    }
    return Set(numbers).sorted().map { AppPlace(folder: self, pid: $0) }
  }
}
