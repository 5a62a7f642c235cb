import TestSupport
import Testing
import TextIO

@Suite struct `A sink of bytes` {
  @Test func `writes numbers in decimal`() {
    for number in [Int.max, Int.min, 1_234_567_890] + Array(-1_100...1_100) {
      var sink = MemorySink()
      sink.write(decimal: number)
      #expect(sink.text == "\(number)")
    }
  }

  @Test func `keeps the first failure of a descriptor and stops`() {
    var sink = FileSink(descriptor: -1)
    sink.write("x")
    #expect(sink.failure == nil)
    sink.flush()
    #expect(sink.failure == 9)
    sink.flush()
    #expect(sink.failure == 9)
  }
}
