import TextIO

/// Definitions of the tables for an engine, so that it needn't infer them.
package enum RowSchema: String, CaseIterable, Sendable {
  /// `CREATE TABLE` statements for DuckDB, with comments.
  case duckdb
  /// A JSON object of Spark's `StructType` for each table.
  case spark

  /// The schema of tables, as text that ends with a newline.
  package func text(of layouts: [RowLayout]) -> String {
    switch self {
    case .duckdb: layouts.map(\.statement).joined(separator: "\n")
    case .spark:
      JSONText.object { json in
        for layout in layouts { json.object(layout.table.rawValue, layout.writeStruct) }
      }.string + "\n"
    }
  }
}

extension RowLayout {
  fileprivate var statement: String {
    let lines = columns.enumerated().map { index, column in
      let type =
        switch column.kind {
        case .text: "VARCHAR"
        case .number: "BIGINT"
        case .flag: "BOOLEAN"
        case .map: "MAP(VARCHAR, VARCHAR)"
        }
      let comma = index == columns.count - 1 ? "" : ","
      return "  \"\(column.name)\" \(type)\(column.isRequired ? " NOT NULL" : "")\(comma)"
        + " -- \(column.help)\n"
    }
    return "-- \(table.help); schema version \(RowTable.version)\n"
      + "CREATE TABLE \(table.rawValue) (\n\(lines.joined()));\n"
  }

  fileprivate func writeStruct(to json: inout JSONObject) {
    json.write("type", "struct")
    json.array("fields", of: columns) { column, field in
      field.write("name", column.name)
      switch column.kind {
      case .text: field.write("type", "string")
      case .number: field.write("type", "long")
      case .flag: field.write("type", "boolean")
      case .map:
        field.object("type") { map in
          map.write("type", "map")
          map.write("keyType", "string")
          map.write("valueType", "string")
          map.write("valueContainsNull", false)
        }
      }
      field.write("nullable", !column.isRequired)
      field.object("metadata") { $0.write("comment", column.help) }
    }
  }
}
