import Foundation

/// One object per line, for scripts. `target` is a number: for a peer, the minimum ratio of speeds;
/// for a limit, the limit itself, even if it was measured in the same run; for indistinguishable
/// figures, the minimum probability. It is null if the limit couldn't be measured, or if the peer
/// is only shown.
struct JSONReport: Report {
  func begin() {}

  func add(_ row: Row) {
    let members: [(String, String)] = [
      ("name", text(row.name)),
      ("median", number(row.ours?.median)),
      ("min", number(row.ours?.minimum)),
      ("max", number(row.ours?.maximum)),
      ("unit", text(row.unit.rawValue)),
      ("against", text(row.against)),
      ("ratio", number(row.ratio)),
      ("target", number(row.target.number)),
      ("met", row.met.map { $0 ? "true" : "false" } ?? "null"),
    ]
    let object = members.map { "\(text($0)): \($1)" }.joined(separator: ", ")
    FileHandle.standardOutput.write(Data("{\(object)}\n".utf8))
  }

  private func number(_ value: Double?) -> String {
    guard let value else { return "null" }
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }

  private func text(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    guard let bytes = try? encoder.encode(text) else { return "\"\"" }
    return String(decoding: bytes, as: UTF8.self)
  }
}
