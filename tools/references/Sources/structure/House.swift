import Foundation

/// The rooms of the house: the folders of `Sources`, which the package's own description fills with
/// targets. A room knows only the rooms below it.
struct House {
  /// A folder of `Sources`.
  struct Room {
    let name: String
    /// The lines of code that it may have; nil for headers of C.
    let most: Int?
  }

  /// From top to bottom.
  static let rooms = [
    Room(name: "Page", most: 1_300), Room(name: "Command", most: 9_000),
    Room(name: "Apps", most: 4_000), Room(name: "More", most: 5_800),
    Room(name: "Runtime", most: 4_500), Room(name: "Tree", most: 15_500),
    Room(name: "C", most: nil),
  ]
  /// The lines of code that all may have, and the targets.
  private static let most = (lines: 40_000, targets: 28)

  /// What the package manager says of a package.
  private struct Description: Decodable {
    struct Target: Decodable {
      let name: String
      let path: String
      let target_dependencies: [String]?
    }

    let targets: [Target]
  }

  private let targets: [Description.Target]
  /// The lines of code of each target.
  private let lines: [String: Int]

  /// - Parameters:
  ///   - description: the path of what `swift package describe --type json` prints.
  ///   - sources: the folder of all rooms.
  init(description: String, sources: String) throws {
    let data = try Data(contentsOf: URL(filePath: description))
    targets = try JSONDecoder().decode(Description.self, from: data).targets.filter {
      $0.path.hasPrefix("Sources/")
    }
    lines = Dictionary(
      uniqueKeysWithValues: targets.map {
        ($0.name, Self.linesOfCode(below: "\(sources)/../\($0.path)"))
      })
  }

  /// What is wrong: dependencies that lead to a room above, targets that stand in no room, and more lines
  /// or targets than there may be.
  var faults: [String] { misplaced + excess }

  private var misplaced: [String] {
    let floors = Dictionary(uniqueKeysWithValues: Self.rooms.enumerated().map { ($1.name, $0) })
    let rooms = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, Self.room(of: $0)) })
    return targets.flatMap { target in
      let room = Self.room(of: target)
      guard let floor = floors[room] else {
        return ["\(target.name) stands in no room: \(target.path)"]
      }
      return (target.target_dependencies ?? []).compactMap { dependency in
        guard let other = rooms[dependency], let below = floors[other], below < floor else {
          return nil
        }
        return "\(target.name) in \(room) depends on \(dependency) in \(other), which is above it"
      }
    }
  }

  private var excess: [String] {
    var faults = Self.rooms.compactMap { room -> String? in
      guard let most = room.most, lines(of: room) > most else { return nil }
      return "\(room.name) has \(lines(of: room)) lines of code, of \(most) at most"
    }
    if total > Self.most.lines {
      faults.append("all rooms have \(total) lines of code, of \(Self.most.lines) at most")
    }
    if targets.count > Self.most.targets {
      faults.append("there are \(targets.count) targets, of \(Self.most.targets) at most")
    }
    return faults
  }

  private func targets(of room: Room) -> [Description.Target] {
    targets.filter { Self.room(of: $0) == room.name }
  }

  private func lines(of room: Room) -> Int {
    targets(of: room).reduce(0) { $0 + lines[$1.name, default: 0] }
  }

  /// The lines of all rooms that have a limit.
  private var total: Int {
    Self.rooms.filter { $0.most != nil }.reduce(0) { $0 + lines(of: $1) }
  }

  private static func room(of target: Description.Target) -> String {
    String(target.path.split(separator: "/").dropFirst().first ?? "")
  }

  /// A line for each room: its lines of code, the most that it may have, and those of its targets.
  var table: String {
    var text = ""
    func add(_ name: String, _ lines: Int, _ most: Int, _ rest: String) {
      let padded = ["\(lines)", "\(most)"].map { number in
        String(repeating: " ", count: max(0, 7 - number.count)) + number
      }
      text +=
        "\(name.padding(toLength: 8, withPad: " ", startingAt: 0))\(padded[0]) of\(padded[1])  \(rest)\n"
    }
    for room in Self.rooms {
      guard let most = room.most else { continue }
      let own = targets(of: room).map { "\($0.name) \(lines[$0.name, default: 0])" }
      add(room.name, lines(of: room), most, own.joined(separator: ", "))
    }
    add("all", total, Self.most.lines, "\(targets.count) targets of \(Self.most.targets)")
    return text
  }

  /// The lines of Swift without blanks, comments, and generated files.
  private static func linesOfCode(below folder: String) -> Int {
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".swift") }.reduce(0) { count, path in
      let text = (try? String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)) ?? ""
      if text.hasPrefix("// Generated") { return count }
      return count
        + text.split(separator: "\n").count {
          let line = $0.drop { $0 == " " }
          return !line.isEmpty && !line.hasPrefix("//")
        }
    }
  }
}
