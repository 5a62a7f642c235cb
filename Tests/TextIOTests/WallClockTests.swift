import Testing

@testable import TextIO

@Suite struct `The time of day` {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00"), (1_772_357_405, "2026-03-01T09:30:05"),
    (4_107_542_399, "2100-02-28T23:59:59"),
  ])
  func `is written as XML writes it`(seconds: Int, text: String) {
    #expect(WallClock.text(of: seconds) == text)
  }
}
