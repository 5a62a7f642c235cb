/// A JSON array that is being written.
package struct JSONArray: ~Copyable {
  /// How the elements of an array are laid out.
  package enum Layout: Hashable, Sendable {
    /// All on one line.
    case oneLine
    /// Each on a line of its own, for files that people compare.
    case lines
  }

  private var sink: MemorySink
  private var isEmpty = true
  private let layout: Layout

  /// Opens an array at the end of the output.
  init(_ sink: consuming MemorySink, _ layout: Layout) {
    self.sink = sink
    self.layout = layout
    self.sink.write("[" as StaticString)
  }

  private init(continuedIn sink: consuming MemorySink, _ layout: Layout) {
    self.sink = sink
    self.layout = layout
    isEmpty = false
  }

  consuming func close() -> MemorySink {
    sink.write(layout == .lines && !isEmpty ? "\n]" : "]" as StaticString)
    return sink
  }

  private mutating func begin() {
    switch layout {
    case .oneLine: if !isEmpty { sink.write(", " as StaticString) }
    case .lines: sink.write(isEmpty ? "\n" : ",\n" as StaticString)
    }
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
