/// What can be drawn in a terminal. A view knows neither cars nor drivers.
protocol View {
  /// The lines from top to bottom, without what is around them.
  var lines: [String] { get }
}

/// A message, and what a person may do about it.
struct MessageView: View {
  let message: String
  var advice: String?

  var lines: [String] { [message] + (advice.map { [$0] } ?? []) }
}

/// Rows in columns.
struct TableView: View {
  let rows: [[String]]

  var lines: [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        // The last one has nothing to its right.
        column == row.count - 1
          ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
      }
      return cells.joined(separator: "  ")
    }
  }
}

/// What is written down under names, and what is below it.
struct FormView: View {
  let fields: [(name: String, value: String)]
  var below: any View = TableView(rows: [])

  var lines: [String] {
    TableView(rows: fields.map { ["\($0.name):", $0.value] }).lines + below.lines
  }
}
