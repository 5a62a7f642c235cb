import TestSupport
import Testing
import TextIO
import TreeSnapshot

@Suite struct `A sink of bytes` {
  static let numbers = [0, 7, 10, -1, 1_234_567_890, Int.max, Int.min]

  @Test(arguments: numbers)
  func `writes numbers in decimal`(_ number: Int) {
    var sink = MemorySink()
    sink.write(decimal: number)
    #expect(sink.text == "\(number)")
  }

  @Test func `writes small numbers in decimal`() {
    for number in -1_100...1_100 {
      var sink = MemorySink()
      sink.write(decimal: number)
      #expect(sink.text == "\(number)")
    }
  }

  @Test func `writes text and single bytes in order`() {
    var sink = MemorySink()
    sink.write("é" as StaticString)
    sink.write(byte: UInt8(ascii: "-"))
    sink.write(String(["😀"]))
    sink.write("" as StaticString)
    #expect(sink.text == "é-😀")
  }

  @Test func `keeps the first failure of a descriptor and stops`() {
    var sink = FileSink(descriptor: -1)
    #expect(sink.failure == nil)
    sink.write("x")
    #expect(sink.failure == nil)
    sink.flush()
    #expect(sink.failure == 9)
    sink.flush()
    #expect(sink.failure == 9)
  }
}

@Suite struct `A table of symbols` {
  @Test func `keeps each name once and finds it again`() {
    var table = SymbolTable()
    let names = (0..<5_000).map { "name\($0)" } + RandomTree.joinedHostileNames
    let symbols = names.map { table.intern($0) }
    #expect(Set(symbols).count == names.count)
    #expect(table.count == names.count)
    for (name, symbol) in zip(names, symbols) {
      #expect(table.intern(name) == symbol)
      #expect(table.find(name) == symbol)
      #expect(Array(table.string(symbol).utf8) == Array(name.utf8))
    }
    #expect(table.find("other") == nil)
    #expect(table.optionalString(.none) == nil)
    #expect(table.intern(nil as String?) == .none)
  }
}
