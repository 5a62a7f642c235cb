import TextIO

extension Descriptor {
  /// Refuses work for which too few files can be opened: some libraries end the process instead.
  ///
  /// - Throws: `ConsoleError` if the system allows fewer.
  static func require(_ count: Int, for work: SafeText) throws(ConsoleError) {
    let opened = (0..<count).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
    for descriptor in opened where descriptor >= 0 { close(descriptor) }
    if opened.contains(where: { $0 < 0 }) {
      throw ConsoleError(
        "too many open files: \(work) needs \(count) more; raise the limit with 'ulimit -n 256'")
    }
  }
}
