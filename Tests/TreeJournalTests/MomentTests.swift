import Testing
import TreeJournal

@Suite struct `Moments of a journal` {
  @Test(arguments: [
    ("0", Moment.record(0)), ("1234", .record(1234)),
    ("-2s", .age(2_000_000_000)), ("-1.5s", .age(1_500_000_000)), ("-300ms", .age(300_000_000)),
    ("-2m", .age(120_000_000_000)), ("-1h", .age(3_600_000_000_000)),
    ("12:03", .timeOfDay(43_380_000_000_000)),
    ("12:03:04.5", .timeOfDay(43_384_500_000_000)),
    ("00:00:00", .timeOfDay(0)),
    ("1970-01-01T00:00:01Z", .time(1_000_000_000)),
    ("1970-01-01T02:00:00.25+02:00", .time(250_000_000)),
    ("2026-03-01T09:30:00Z", .time(1_772_357_400_000_000_000)),
  ])
  func `a number, an age, a time of day and ISO 8601 are read`(text: String, moment: Moment) {
    #expect(Moment(text) == moment)
  }

  @Test(arguments: [
    "", "-", "2s", "-2", "-s", "-2x", "now", "12:60", "24:00", "12:03:04.", "1.5", "-1.5.2s", "+3",
    "99999999999999999999", "-99999999999999h", "2026-13-01T00:00:00Z", "2026-03-01T09:30:00ZZ",
    "2026-03-01T09:30:00+2", "١٢",
  ])
  func `anything else is none`(text: String) { #expect(Moment(text) == nil) }
}
