/// A JSON object that is being written.
package struct JSONObject: ~Copyable {
  private var sink: MemorySink
  private var isEmpty = true

  /// Opens an object at the end of the output.
  init(_ sink: consuming MemorySink) {
    self.sink = sink
    self.sink.write("{" as StaticString)
  }

  private init(continuedIn sink: consuming MemorySink) {
    self.sink = sink
    isEmpty = false
  }

  consuming func close() -> MemorySink {
    sink.write("}" as StaticString)
    return sink
  }

  private mutating func begin(_ key: String) {
    if !isEmpty { sink.write(", " as StaticString) }
    isEmpty = false
    JSONString.write(key, to: &sink)
    sink.write(": " as StaticString)
  }

  /// Writes a member whose value is a string.
  package mutating func write(_ key: String, _ value: some StringProtocol) {
    begin(key)
    JSONString.write(String(value), to: &sink)
  }

  /// Writes a member whose value is a string, or nothing for nil.
  package mutating func write(_ key: String, _ value: String?) {
    if let value { write(key, value) }
  }

  /// Writes a member whose value is text that is safe to show.
  package mutating func write(_ key: String, _ value: SafeText) { write(key, value.string) }

  /// Writes a member whose value is a whole number.
  package mutating func write(_ key: String, _ value: Int) {
    begin(key)
    sink.write(decimal: value)
  }

  /// Writes a member whose value is a whole number, or nothing for nil.
  package mutating func write(_ key: String, _ value: Int?) {
    if let value { write(key, value) }
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
    self = JSONObject(continuedIn: object.close())
  }

  /// Writes a member whose value is an array.
  package mutating func array(
    _ key: String, _ layout: JSONArray.Layout = .oneLine,
    _ elements: (inout JSONArray) -> Void
  ) {
    begin(key)
    var array = JSONArray(sink, layout)
    elements(&array)
    self = JSONObject(continuedIn: array.close())
  }

  /// Writes a member whose value is an array with an object for each of some elements.
  package mutating func array<Elements: Sequence>(
    _ key: String, _ layout: JSONArray.Layout = .oneLine, of elements: Elements,
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
