/// Where a result is: in a file, in the tree, or both.
package struct SARIFPlace: Hashable, Sendable {
  /// Lines and columns count from 1.
  package struct Region: Hashable, Sendable {
    package var file: String
    package var line: Int
    package var columns: Range<Int>?

    package init(file: String, line: Int, columns: Range<Int>? = nil) {
      self.file = file
      self.line = line
      self.columns = columns
    }
  }

  /// Nil where no file is known.
  package var region: Region?
  /// The model's path; nil where it is of no model.
  package var path: String?

  package init(_ region: Region?, path: String?) {
    self.region = region
    self.path = path
  }

  /// - Parameters:
  ///   - source: a `file:line`; what is none is left out.
  ///   - path: the model's path.
  package init(source: String?, path: String?) {
    let place = source.flatMap(SARIFText.fileAndLine)
    self.init(place.map { Region(file: $0.file, line: Int($0.line)) }, path: path)
  }

  /// Writes a location.
  ///
  /// - Parameter message: what is there; nil for the place of the result itself.
  package func write(message: String? = nil, to sink: inout MemorySink) {
    sink.write("{" as StaticString)
    var isFirst = true
    func key(_ name: String) -> String {
      defer { isFirst = false }
      return "\(isFirst ? "" : ", ")\"\(name)\": "
    }
    if let message {
      sink.write(key("message"))
      SARIFLog.writeMessage(message, to: &sink)
    }
    if let region {
      sink.write(key("physicalLocation"))
      sink.write("{\"artifactLocation\": {\"uri\": " as StaticString)
      JSONString.write(SARIFText.uri(of: region.file), to: &sink)
      sink.write("}, \"region\": {\"startLine\": \(region.line)")
      if let columns = region.columns {
        sink.write(", \"startColumn\": \(columns.lowerBound)")
        if !columns.isEmpty { sink.write(", \"endColumn\": \(columns.upperBound)") }
      }
      sink.write("}}" as StaticString)
    }
    if let path {
      sink.write(key("logicalLocations"))
      sink.write("[{\"fullyQualifiedName\": " as StaticString)
      JSONString.write(SafeText.escape(path), to: &sink)
      sink.write("}]" as StaticString)
    }
    sink.write("}" as StaticString)
  }
}
