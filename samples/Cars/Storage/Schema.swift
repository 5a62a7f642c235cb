import GRDB

/// The tables of a database, and how those of older versions become them.
enum Schema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("cars and drivers") { database in
      try database.create(table: DriverRow.databaseTableName) { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("name", .text).notNull()
      }
      try database.create(table: CarRow.databaseTableName) { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("model", .text).notNull()
        table.column("plate", .text).notNull().unique()
        table.column("driverId", .integer).references(
          DriverRow.databaseTableName, onDelete: .setNull)
      }
    }
    return migrator
  }
}
