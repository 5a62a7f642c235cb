extension String {
  /// The same with other times of day and durations, which differ from run to run.
  var withoutTimes: String {
    replacing(/\d\d:\d\d:\d\d\.\d{3}/, with: "09:30:00.000")
      .replacing(/, [\d.]+ (ns|µs|ms|s)/, with: ", 1 ns")
  }
}
