import Foundation

/// Rows for people.
struct TableReport: Report {
  private let nameWidth: Int

  /// `names` are the names of the rows to come.
  init(names: [String]) {
    nameWidth = names.map(\.count).max() ?? 0
  }

  func begin() {
    line("name", "median", "min", "max", "unit", "against", "ratio", "target", "met")
  }

  func add(_ row: Row) {
    let met = row.met.map { $0 ? "yes" : "NO" }
    line(
      row.name, row.ours?.median.short, row.ours?.minimum.short, row.ours?.maximum.short,
      row.unit.rawValue, row.against, row.ratio.map { "\($0.short) ×" }, row.target.text, met)
  }

  private func line(
    _ name: String, _ median: String?, _ minimum: String?, _ maximum: String?, _ unit: String,
    _ against: String, _ ratio: String?, _ target: String, _ met: String?
  ) {
    let cells = [
      left(name, nameWidth), right(median, 7), right(minimum, 7), right(maximum, 7), left(unit, 5),
      left(against, 26), right(ratio, 7), right(target, 11), met ?? "-",
    ]
    FileHandle.standardOutput.write(Data((cells.joined(separator: "  ") + "\n").utf8))
  }

  private func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private func right(_ text: String?, _ width: Int) -> String {
    let text = text ?? "-"
    return String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
