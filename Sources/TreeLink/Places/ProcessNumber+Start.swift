import TextIO

extension ProcessNumber {
  /// When a process began, in nanoseconds since 1970; nil if the system doesn't say.
  static func start(of process: Int32) -> Int? {
    #if canImport(Darwin)
      var (info, size) = (kinfo_proc(), MemoryLayout<kinfo_proc>.stride)
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, process]
      guard sysctl(&name, UInt32(name.count), &info, &size, nil, 0) == 0, size > 0 else {
        return nil
      }
      let start = info.kp_proc.p_un.__p_starttime
      return Int(start.tv_sec) * 1_000_000_000 + Int(start.tv_usec) * 1_000
    #else
      // Behind the name of its program, which may hold anything, are numbers. The twentieth is the time
      // between the system's start and its own.
      guard let bytes = try? FileBytes(itself: "/proc/\(process)/stat", limit: 4_096) else {
        return nil
      }
      let text = bytes.withBuffer { String(decoding: $0, as: UTF8.self) }
      let numbers = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
      let ticks = sysconf(Int32(_SC_CLK_TCK))
      guard numbers.count > 20, let age = Int(numbers[20]), ticks > 0 else { return nil }
      return nanoseconds(of: CLOCK_REALTIME) - nanoseconds(of: CLOCK_BOOTTIME)
        + age * (1_000_000_000 / ticks)
    #endif
  }

  #if !canImport(Darwin)
    private static func nanoseconds(of clock: clockid_t) -> Int {
      var time = timespec()
      clock_gettime(clock, &time)
      return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
  #endif
}
