import Foundation
import TreeSnapshot

/// Trees that exist on a machine, not created for this project.
enum RealTree {
  /// A folder with all its contents; links aren't followed, and unreadable files are skipped.
  ///
  /// Files are typed by their extensions; folders take the failures of what is in them.
  static func folder(_ path: String) throws -> Snapshot {
    var builder = SnapshotBuilder(name: path)
    var nextID = 1
    /// The files still to add; the last is the next.
    var open: [(path: String, name: String, parent: Int?)] = [(path, path, nil)]
    while let item = open.popLast() {
      let id = nextID
      nextID += 1
      let status = try? FileManager.default.attributesOfItem(atPath: item.path)
      let isFolder = status?[.type] as? FileAttributeType == .typeDirectory || item.parent == nil
      builder.addNode(
        id: id, parent: item.parent, type: isFolder ? "Folder" : fileType(of: item.name),
        label: item.name, isSession: item.parent == nil)
      if isFolder {
        builder.subscribe(Subscription(kind: .error, domain: "FileErrors", code: "missing"))
        let names = (try? FileManager.default.contentsOfDirectory(atPath: item.path)) ?? []
        for name in names.sorted(by: >) { open.append(("\(item.path)/\(name)", name, id)) }
      } else {
        builder.raise(Message(kind: .error, domain: "FileErrors", code: "missing"))
        let size = (status?[.size] as? NSNumber)?.intValue ?? 0
        builder.describe(StateEntry(key: "size", value: "\(size)"))
      }
    }
    return try builder.finish()
  }

  private static func fileType(of name: String) -> String {
    let end = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
    guard let end, !end.isEmpty, end.count <= 8, end.allSatisfy(\.isLetter) else { return "File" }
    return "\(end.uppercased())File"
  }

  /// The packages of a Debian system by section: what each depends on are bubbles that it raises, and
  /// that the section of the other handles.
  ///
  /// - Parameter file: The list of installed packages.
  static func packages(in file: String = "/var/lib/dpkg/status") throws -> Snapshot {
    let text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
    let packages = text.components(separatedBy: "\n\n").map(PackageEntry.init)
      .filter { !$0.name.isEmpty }
    let sections = Dictionary(grouping: packages, by: \.section).sorted { $0.key < $1.key }
    var builder = SnapshotBuilder(name: file)
    builder.addNode(id: 1, parent: nil, type: "System", isSession: true)
    var nextID = 2
    for (section, packages) in sections {
      let sectionID = nextID
      builder.addNode(id: sectionID, parent: 1, type: section, isSession: true)
      for package in packages {
        builder.provide(service: package.name)
        builder.subscribe(
          Subscription(kind: .bubble, domain: "Needs", code: package.name, source: package.source))
      }
      nextID += 1
      for package in packages {
        builder.addNode(
          id: nextID, parent: sectionID, type: package.name, label: package.version,
          source: package.source)
        for name in package.dependencies {
          builder.raise(Message(kind: .bubble, domain: "Needs", code: name))
        }
        builder.describe(StateEntry(key: "size", value: package.size))
        nextID += 1
      }
    }
    return try builder.finish()
  }

  /// A JSON document: objects and arrays are models, typed by their keys; texts and numbers are the
  /// state of the object that holds them.
  static func document(_ file: String) throws -> Snapshot {
    let data = try Data(contentsOf: URL(filePath: file))
    let root = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    var builder = SnapshotBuilder(name: file)
    var nextID = 1
    /// The processes still to add; the last is the next.
    var open: [(value: Any, key: String, parent: Int?)] = [(root, "Document", nil)]
    while let (value, key, parent) = open.popLast() {
      let id = nextID
      nextID += 1
      builder.addNode(id: id, parent: parent, type: key.isEmpty ? "(empty)" : key)
      if let object = value as? [String: Any] {
        for (key, value) in object.sorted(by: { $0.key > $1.key }) {
          if value is [String: Any] || value is [Any] {
            open.append((value, key, id))
          } else {
            builder.describe(StateEntry(key: key, value: "\(value)"))
          }
        }
      } else if let array = value as? [Any] {
        for element in array.reversed() { open.append((element, "Element", id)) }
      } else {
        builder.describe(StateEntry(key: "value", value: "\(value)"))
      }
    }
    return try builder.finish()
  }

  /// The processes of a Linux system, each below the one that started it.
  static func processes() throws -> Snapshot {
    let names = try FileManager.default.contentsOfDirectory(atPath: "/proc")
    let processes = names.compactMap { Int($0) }.compactMap(ProcessEntry.init)
    let known = Set(processes.map(\.id))
    var builder = SnapshotBuilder(name: "processes")
    builder.addNode(id: 0, parent: nil, type: "System", isSession: true)
    builder.subscribe(Subscription(kind: .error, domain: "Signals", code: nil))
    for process in processes.sorted(by: { $0.id < $1.id }) {
      builder.addNode(
        id: process.id, parent: known.contains(process.parent) ? process.parent : 0,
        type: process.name, label: "\(process.id)")
      builder.subscribe(Subscription(kind: .event, domain: "Signals", code: "TERM"))
      builder.raise(Message(kind: .error, domain: "Signals", code: "CHLD"))
      builder.describe(StateEntry(key: "state", value: process.state))
    }
    return try builder.finish()
  }
}

/// A package's entry in the list.
private struct PackageEntry {
  var name = ""
  var section = "unknown"
  var version = ""
  var size = "0"
  var source: String?
  var dependencies: [String] = []

  init(_ paragraph: String) {
    for line in paragraph.split(separator: "\n") where !line.hasPrefix(" ") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      switch line[..<colon] {
      case "Package": name = String(value)
      case "Section": section = String(value)
      case "Version": version = String(value)
      case "Installed-Size": size = String(value)
      case "Source": source = String(value)
      case "Depends", "Pre-Depends":
        dependencies += value.split(separator: ",").compactMap { alternatives in
          alternatives.split(whereSeparator: { " (:|".contains($0) }).first.map(String.init)
        }
      default: break
      }
    }
  }
}

/// The system's facts about a process.
private struct ProcessEntry {
  var id: Int
  var parent: Int
  var name: String
  var state: String

  /// nil where the process has ended.
  init?(_ id: Int) {
    // The name stands in parentheses, and may have some of its own.
    guard let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
      let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close
    else { return nil }
    let fields = text[text.index(after: close)...].split(separator: " ")
    guard fields.count > 1, let parent = Int(fields[1]) else { return nil }
    let name = String(text[text.index(after: open)..<close])
    self.id = id
    self.parent = parent
    self.name = name.isEmpty ? "?" : name
    state = String(fields[0])
  }
}
