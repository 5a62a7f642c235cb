package import TextIO

/// The place of an app's socket and card: `PID.sock` and `PID.json` in a folder.
package struct AppPlace: Hashable, Sendable {
  /// The folder of both.
  package let folder: LinkFolder
  /// The id of the app's process.
  package let pid: Int

  /// The place of this process.
  package static func own(in folder: LinkFolder) -> AppPlace {
    AppPlace(folder: folder, pid: Int(getpid()))
  }

  /// The path of the socket.
  package var socket: String { "\(folder.path)/\(pid).sock" }
  /// The path of the app's card.
  package var card: String { "\(folder.path)/\(pid).json" }

  /// Checks that the file in the socket's place is a socket and the user's own; false if it is
  /// missing.
  func checkSocket() throws(AppLinkError) -> Bool {
    guard let status = FileNames.statusItself(of: socket) else { return false }
    let fault: SafeText
    if status.kind == .link {
      fault = "is a symbolic link, which isn't followed; remove it"
    } else if status.kind != .socket {
      fault = "isn't an app's socket; remove it"
    } else if status.owner != geteuid() {
      fault = "belongs to user \(Int(status.owner)), not to you; remove it"
    } else {
      return true
    }
    throw .other("'\(socket)' \(fault)")
  }

  /// Connects to the app; nil if it no longer listens.
  ///
  /// - Throws: `AppLinkError.busy` if too many connections are waiting: Darwin then refuses further
  ///   ones, even for a running app.
  func connect() throws(AppLinkError) -> LocalSocket? {
    guard try checkSocket() else { return nil }
    guard let socket = try LocalSocket.connected(to: socket) else {
      #if canImport(Darwin)
        if hasProcess { throw .busy }
      #endif
      return nil
    }
    try socket.checkPeer()
    return socket
  }

  /// Whether the app's process is running; a later process with its id doesn't count.
  var hasProcess: Bool {
    guard kill(pid_t(pid), 0) == 0 || errno == EPERM else { return false }
    guard let start = Self.start(of: pid_t(pid)),
      let listening = AppCard(of: self).flatMap({ WallClock.nanoseconds(ofISO8601: $0.started) })
    else { return true }
    // The card has a resolution of seconds.
    return start <= listening + 1_000_000_000
  }

  /// Removes the socket and the card.
  func clear() {
    FileNames.remove(socket)
    FileNames.remove(card)
  }
}

/// The description of an app, in a file next to its socket, so that it can be named without a
/// connection.
package struct AppCard: Hashable, Sendable {
  /// The name of its tree.
  package var name: String
  /// The id of its process.
  package var pid: Int
  /// When it began to listen, in UTC: `2026-11-20T12:03:04Z`.
  package var started: String
  /// The version that it speaks.
  package var version: LinkVersion

  /// The maximum size of the file, in bytes.
  static let limit = 65_536

  /// Creates a card.
  package init(name: String, pid: Int, started: String, version: LinkVersion = .current) {
    self.name = name
    self.pid = pid
    self.started = started
    self.version = version
  }
}

extension AppCard: JSONReadable {
  /// Reads an app's card; nil if it is missing or unreadable.
  init?(of place: AppPlace) {
    guard let bytes = try? FileBytes(itself: place.card, limit: Self.limit),
      let json = try? bytes.withBuffer({ try JSONValue(utf8: Array($0)) }),
      let card = try? AppCard(json: json, "the app")
    else { return nil }
    self = card
  }

  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    try json.checkObject(key)
    self.init(
      name: try json.read("name"), pid: try json.read("pid"),
      started: try json.readIfPresent("started") ?? "", version: try json.read("protocol"))
  }

  /// Writes an app's card.
  package func write(to place: AppPlace) throws(FileError) {
    let text = JSONText.object { json in
      json.write("name", name)
      json.write("pid", pid)
      json.write("started", started)
      json.write("protocol", version.description)
    }
    try WholeFile.write(
      text.bytes + [UInt8(ascii: "\n")], to: place.card, isPrivate: true)
  }
}

extension AppPlace {
  /// When a process started, in nanoseconds since 1970; nil if unknown.
  fileprivate static func start(of process: Int32) -> Int? {
    #if canImport(Darwin)
      var (info, size) = (kinfo_proc(), MemoryLayout<kinfo_proc>.stride)
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, process]
      guard sysctl(&name, UInt32(name.count), &info, &size, nil, 0) == 0, size > 0 else {
        return nil
      }
      let start = info.kp_proc.p_un.__p_starttime
      return Int(start.tv_sec) * 1_000_000_000 + Int(start.tv_usec) * 1_000
    #else
      // After the name of the program, which may contain any character, come numbers. The twentieth
      // is the time from the system's start to the process's.
      guard let bytes = try? FileBytes(itself: "/proc/\(process)/stat", limit: 4_096) else {
        return nil
      }
      let text = bytes.withBuffer { String(decoding: $0, as: UTF8.self) }
      let numbers = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
      let ticks = sysconf(Int32(_SC_CLK_TCK))
      guard numbers.count > 20, let age = Int(numbers[20]), ticks > 0 else { return nil }
      return WallClock.nanoseconds - WallClock.nanoseconds(of: CLOCK_BOOTTIME)
        + age * (1_000_000_000 / ticks)
    #endif
  }
}
