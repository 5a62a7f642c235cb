import CIndexStore
import Foundation

/// The compiler's index of each compiled file.
struct IndexStore {
  /// One compilation of a file.
  struct Unit {
    /// The file's path as it was given to the compiler.
    var file: String
    var written: Date
    /// The names of the records with the file's occurrences.
    var records: [String]
  }

  /// A symbol at a place in a file.
  struct Occurrence {
    /// The name of the declaration, the same in all files.
    var usr: String
    var name: String
    var line: Int
    var isDefinition: Bool
    var isReference: Bool
    /// Whether the symbol is a module, as in an import.
    var isModule: Bool
  }

  private let library: IndexLibrary
  /// Open until the process ends.
  private let store: index_handle

  init(path: String, library: IndexLibrary) throws(StructureError) {
    guard FileManager.default.fileExists(atPath: path),
      let store = library.createStore(path, nil)
    else { throw .noIndex(path: path) }
    self.library = library
    self.store = store
  }

  /// The compilations of files below a folder; several for a file that was compiled for several
  /// builds.
  func units(below folder: String) -> [Unit] {
    unitNames().compactMap { name in
      guard let reader = library.createUnitReader(store, name, nil) else { return nil }
      defer { library.disposeUnitReader(reader) }
      let file = library.mainFile(reader).string
      guard file.hasPrefix(folder + "/") else { return nil }
      var seconds: Int64 = 0
      var nanoseconds: Int64 = 0
      library.modificationTime(reader, &seconds, &nanoseconds)
      let written = TimeInterval(seconds) + TimeInterval(nanoseconds) / 1e9
      var records: [String] = []
      visit(reader, with: library.applyDependencies) { dependency in
        guard library.dependencyKind(dependency) == Self.recordDependency else { return }
        records.append(library.dependencyName(dependency).string)
      }
      return Unit(file: file, written: Date(timeIntervalSince1970: written), records: records)
    }
  }

  /// The occurrences in a record; empty if the record is gone.
  func occurrences(in record: String) -> [Occurrence] {
    guard let reader = library.createRecordReader(store, record, nil) else { return [] }
    defer { library.disposeRecordReader(reader) }
    var occurrences: [Occurrence] = []
    visit(reader, with: library.applyOccurrences) { occurrence in
      let symbol = library.symbol(occurrence)
      let roles = library.roles(occurrence)
      var line: UInt32 = 0
      var column: UInt32 = 0
      library.place(occurrence, &line, &column)
      occurrences.append(
        Occurrence(
          usr: library.symbolUSR(symbol).string,
          name: library.symbolName(symbol).string,
          line: Int(line),
          isDefinition: roles & Self.definitionRole != 0,
          isReference: roles & Self.referenceRole != 0,
          isModule: library.symbolKind(symbol) == Self.moduleKind))
    }
    return occurrences
  }

  private func unitNames() -> [String] {
    var names: [String] = []
    withUnsafeMutablePointer(to: &names) { names in
      _ = library.applyUnits(store, 1, names) { context, name in
        context?.assumingMemoryBound(to: [String].self).pointee.append(name.string)
        return true
      }
    }
    return names
  }

  /// Calls a function of the library that visits the items of a reader.
  private func visit(
    _ reader: index_handle, with apply: index_apply, _ body: (index_handle?) -> Void
  ) {
    typealias Body = (index_handle?) -> Void
    withoutActuallyEscaping(body) { body in
      var body = body
      withUnsafeMutablePointer(to: &body) { body in
        _ = apply(reader, body) { context, item in
          context?.assumingMemoryBound(to: Body.self).pointee(item)
          return true
        }
      }
    }
  }

  // The constants of indexstore/indexstore.h that are used here.
  private static let recordDependency: UInt32 = 2
  private static let moduleKind: UInt32 = 1
  private static let definitionRole: UInt64 = 1 << 1
  private static let referenceRole: UInt64 = 1 << 2
}
