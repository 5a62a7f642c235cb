import CIndexStore
import Foundation

/// The functions of the toolchain's libIndexStore that this tool calls.
struct IndexLibrary {
  let createStore: index_create_store
  let createUnitReader: index_create_reader
  let createRecordReader: index_create_reader
  let disposeUnitReader: index_dispose
  let disposeRecordReader: index_dispose
  let applyUnits: index_apply_names
  let applyDependencies: index_apply
  let applyOccurrences: index_apply
  let mainFile: index_get_string
  let modificationTime: index_get_time
  let dependencyKind: index_get_kind
  let dependencyName: index_get_string
  let symbol: @convention(c) (index_handle?) -> index_handle?
  let roles: index_get_roles
  let place: index_get_place
  let symbolKind: index_get_kind
  let symbolName: index_get_string
  let symbolUSR: index_get_string

  /// Loads the library, which stays loaded.
  init(path: String) throws(StructureError) {
    guard let library = dlopen(path, RTLD_NOW) else {
      throw .library(path: path, reason: dlerror().map { String(cString: $0) } ?? "")
    }
    func function<F>(_ name: String) throws(StructureError) -> F {
      guard let address = dlsym(library, "indexstore_\(name)") else {
        throw .library(path: path, reason: "it has no function indexstore_\(name)")
      }
      return unsafeBitCast(address, to: F.self)
    }
    createStore = try function("store_create")
    createUnitReader = try function("unit_reader_create")
    createRecordReader = try function("record_reader_create")
    disposeUnitReader = try function("unit_reader_dispose")
    disposeRecordReader = try function("record_reader_dispose")
    applyUnits = try function("store_units_apply_f")
    applyDependencies = try function("unit_reader_dependencies_apply_f")
    applyOccurrences = try function("record_reader_occurrences_apply_f")
    mainFile = try function("unit_reader_get_main_file")
    modificationTime = try function("unit_reader_get_modification_time")
    dependencyKind = try function("unit_dependency_get_kind")
    dependencyName = try function("unit_dependency_get_name")
    symbol = try function("occurrence_get_symbol")
    roles = try function("occurrence_get_roles")
    place = try function("occurrence_get_line_col")
    symbolKind = try function("symbol_get_kind")
    symbolName = try function("symbol_get_name")
    symbolUSR = try function("symbol_get_usr")
  }
}

extension index_string {
  var string: String {
    String(decoding: UnsafeRawBufferPointer(start: data, count: length), as: UTF8.self)
  }
}
