import TextIO

/// A folder for the sockets of a single user's apps.
package struct LinkFolder: Hashable, Sendable {
  /// The folder's path.
  package let path: String

  /// The paths of the folders, in order of preference: only `MODELTREE_DIR` if it is set, otherwise
  /// the system's folder for a user's running programs, and one in `/tmp`.
  ///
  /// `TMPDIR` isn't used, because an app in a simulator has its own.
  package static var paths: [String] {
    if let path = Environment["MODELTREE_DIR"], !path.isEmpty { return [path] }
    let own = Environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? "\($0)/modeltree" : nil }
    return (own.map { [$0] } ?? []) + ["/tmp/modeltree-\(geteuid())"]
  }

  /// The paths of the folders to search: a program started by an agent may lack the environment
  /// variable of the system's folder.
  package static var searchedPaths: [String] {
    if let path = Environment["MODELTREE_DIR"], !path.isEmpty { return [path] }
    let usual = "/run/user/\(geteuid())/modeltree"
    return paths.contains(usual) ? paths : paths + [usual]
  }

  /// Finds the folder for an app, and creates it if it is missing.
  ///
  /// - Throws: `AppLinkError` if it can't be created, or if the first existing one has access for
  ///   other users.
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
  /// - Throws: `AppLinkError` if other users have access.
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

  /// The places of the apps in the folder, by process id.
  ///
  /// - Throws: `AppLinkError` if the folder can't be listed.
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
