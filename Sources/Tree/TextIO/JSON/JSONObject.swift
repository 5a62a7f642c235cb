/// A JSON object that is being written.
package struct JSONObject: ~Copyable {
  private var sink: MemorySink
  private var isEmpty = true
  private let layout: JSONLayout

  /// Opens an object at the end of the output.
  init(_ sink: consuming MemorySink, _ layout: JSONLayout = .oneLine) {
    self.sink = sink
    self.layout = layout
    self.sink.write(byte: UInt8(ascii: "{"))
  }

  private init(continuedIn sink: consuming MemorySink, _ layout: JSONLayout) {
    self.sink = sink
    self.layout = layout
    isEmpty = false
  }

  consuming func close() -> MemorySink {
    layout.end(isEmpty: isEmpty, in: &sink)
    sink.write(byte: UInt8(ascii: "}"))
    return sink
  }

  private mutating func begin(_ key: String) {
    layout.begin(isFirst: isEmpty, in: &sink)
    isEmpty = false
    JSONString.write(key, to: &sink)
    sink.write(": " as StaticString)
  }

  /// Writes a member whose value is a string, or nothing for nil.
  package mutating func write(_ key: String, _ value: String?) {
    guard let value else { return }
    begin(key)
    JSONString.write(value, to: &sink)
  }

  /// Writes a member whose value is text that is safe to show.
  package mutating func write(_ key: String, _ value: SafeText) { write(key, value.string) }

  /// Writes a member whose value is a whole number, or nothing for nil.
  package mutating func write(_ key: String, _ value: Int?) {
    guard let value else { return }
    begin(key)
    sink.write(decimal: value)
  }

  /// Writes a member whose value is `true` or `false`.
  package mutating func write(_ key: String, _ value: Bool) {
    begin(key)
    sink.write(value ? "true" : "false" as StaticString)
  }

  /// Writes a member whose value is already JSON.
  package mutating func write(_ key: String, _ value: JSONText) {
    begin(key)
    sink.write(value.bytes)
  }

  /// Writes a member whose value is an array of whole numbers.
  package mutating func write(_ key: String, _ values: some Sequence<Int>) {
    array(key) { elements in for value in values { elements.write(value) } }
  }

  /// Writes a member whose value is an array of strings.
  package mutating func write(_ key: String, _ values: some Sequence<String>) {
    array(key) { elements in for value in values { elements.write(value) } }
  }

  /// Writes a member whose value is an object.
  package mutating func object(_ key: String, _ members: (inout JSONObject) -> Void) {
    begin(key)
    var object = JSONObject(sink)
    members(&object)
    self = JSONObject(continuedIn: object.close(), layout)
  }

  /// Writes a member whose value is an array.
  package mutating func array(
    _ key: String, _ layout: JSONLayout = .oneLine,
    _ elements: (inout JSONArray) -> Void
  ) {
    begin(key)
    var array = JSONArray(sink, layout)
    elements(&array)
    self = JSONObject(continuedIn: array.close(), self.layout)
  }

  /// Writes a member whose value is an array with an object for each of some elements.
  package mutating func array<Elements: Sequence>(
    _ key: String, _ layout: JSONLayout = .oneLine, of elements: Elements,
    _ members: (Elements.Element, inout JSONObject) -> Void
  ) {
    array(key, layout) { array in
      for element in elements { array.object { members(element, &$0) } }
    }
  }

  /// Writes a member whose value `body` writes as bytes, for formats with their own writer.
  package mutating func raw(_ key: String, _ body: (inout MemorySink) -> Void) {
    begin(key)
    body(&sink)
  }
}

/// A JSON array that is being written.
package struct JSONArray: ~Copyable {
  private var sink: MemorySink
  private var isEmpty = true
  private let layout: JSONLayout

  /// Opens an array at the end of the output.
  init(_ sink: consuming MemorySink, _ layout: JSONLayout) {
    self.sink = sink
    self.layout = layout
    self.sink.write("[" as StaticString)
  }

  private init(continuedIn sink: consuming MemorySink, _ layout: JSONLayout) {
    self.sink = sink
    self.layout = layout
    isEmpty = false
  }

  consuming func close() -> MemorySink {
    layout.end(isEmpty: isEmpty, in: &sink)
    sink.write("]" as StaticString)
    return sink
  }

  private mutating func begin() {
    layout.begin(isFirst: isEmpty, in: &sink)
    isEmpty = false
  }

  /// Writes an element that is a string.
  package mutating func write(_ value: String) {
    begin()
    JSONString.write(value, to: &sink)
  }

  /// Writes an element that is a whole number.
  package mutating func write(_ value: Int) {
    begin()
    sink.write(decimal: value)
  }

  /// Writes an element that is an array.
  package mutating func array(_ elements: (inout JSONArray) -> Void) {
    begin()
    var array = JSONArray(sink, .oneLine)
    elements(&array)
    self = JSONArray(continuedIn: array.close(), layout)
  }

  /// Writes an element that is an object.
  package mutating func object(_ members: (inout JSONObject) -> Void) {
    begin()
    var object = JSONObject(sink)
    members(&object)
    self = JSONArray(continuedIn: object.close(), layout)
  }
}

/// How the elements of an array, or the members of an object, are laid out.
package struct JSONLayout: Hashable, Sendable {
  /// The columns before elements on lines of their own; nil if all are on one line.
  private let indent: Int?

  /// All on one line.
  package static let oneLine = JSONLayout(indent: nil)
  /// Each on a line of its own, for files that people compare.
  package static let lines = lines(indent: 0)
  /// The same with columns before each.
  package static func lines(indent: Int) -> JSONLayout { JSONLayout(indent: indent) }

  fileprivate func begin(isFirst: Bool, in sink: inout MemorySink) {
    guard let indent else {
      if !isFirst { sink.write(", " as StaticString) }
      return
    }
    sink.write(isFirst ? "\n" : ",\n" as StaticString)
    for _ in 0..<indent { sink.write(" " as StaticString) }
  }

  fileprivate func end(isEmpty: Bool, in sink: inout MemorySink) {
    guard let indent, !isEmpty else { return }
    sink.write("\n" as StaticString)
    for _ in 0..<max(0, indent - 2) { sink.write(" " as StaticString) }
  }
}
