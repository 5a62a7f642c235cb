import Foundation

/// The uses among the project's modules, and among the folders of each.
struct Structure {
  let files: Set<SourceFile>
  private(set) var modules = Graph()
  /// The folders of each module.
  private(set) var folders: [String: Graph] = [:]

  /// Reads the index of a folder of modules, or of only one of them.
  init(
    of sources: String, module: String? = nil, in store: IndexStore
  ) throws(StructureError) {
    let records = try Self.newestRecords(of: sources, module: module, in: store)
    files = Set(records.keys)
    for file in files { folders[file.module] = Graph() }

    var definitions: [String: SourceFile] = [:]
    var references: [(file: SourceFile, occurrence: IndexStore.Occurrence)] = []
    for (file, records) in records {
      // The accessors of a property occur wherever the property does.
      for occurrence in records.flatMap(store.occurrences(in:))
      where !occurrence.name.hasPrefix("getter:") && !occurrence.name.hasPrefix("setter:") {
        if occurrence.isDefinition { definitions[occurrence.usr] = file }
        if occurrence.isReference { references.append((file, occurrence)) }
      }
    }
    for (file, occurrence) in references {
      if occurrence.isModule {
        addImport(of: occurrence, in: file)
      } else if let definition = definitions[occurrence.usr] {
        addReference(occurrence, in: file, to: definition)
      }
    }
  }

  private mutating func addImport(of module: IndexStore.Occurrence, in file: SourceFile) {
    guard folders[module.name] != nil else { return }
    let use = Graph.Use(
      file: "\(file.module)/\(file.path)", line: module.line, symbol: module.name)
    modules.add(use, from: file.module, to: module.name)
  }

  private mutating func addReference(
    _ occurrence: IndexStore.Occurrence, in file: SourceFile, to definition: SourceFile
  ) {
    if file.module == definition.module {
      let use = Graph.Use(
        file: file.path, line: occurrence.line, symbol: occurrence.name,
        definition: definition.path)
      folders[file.module]?.add(use, from: file.folder, to: definition.folder)
    } else {
      let use = Graph.Use(
        file: "\(file.module)/\(file.path)", line: occurrence.line, symbol: occurrence.name,
        definition: "\(definition.module)/\(definition.path)")
      modules.add(use, from: file.module, to: definition.module)
    }
  }

  /// By existing file: the records of its last compilation.
  private static func newestRecords(
    of sources: String, module: String?, in store: IndexStore
  ) throws(StructureError) -> [SourceFile: [String]] {
    // The compiler was given paths without symbolic links.
    let folder = URL(filePath: sources).resolvingSymlinksInPath().path
    var newest: [String: IndexStore.Unit] = [:]
    for unit in store.units(below: folder)
    where unit.written > newest[unit.file]?.written ?? .distantPast {
      newest[unit.file] = unit
    }
    var records: [SourceFile: [String]] = [:]
    var stale: [String] = []
    for path in FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String }) ?? []
    where path.hasSuffix(".swift") {
      guard let file = SourceFile(pathBelowSources: path), file.module == module ?? file.module
      else { continue }
      let url = URL(filePath: "\(folder)/\(path)")
      let changed = try? url.resourceValues(forKeys: [.contentModificationDateKey])
      if let unit = newest[url.path],
        unit.written >= changed?.contentModificationDate ?? .distantPast
      {
        records[file] = unit.records
      } else {
        stale.append(path)
      }
    }
    guard stale.isEmpty else { throw .stale(files: stale.sorted()) }
    return records
  }
}
