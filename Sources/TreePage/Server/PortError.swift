/// The server cannot listen at a port; 0 stands for any.
struct PortError: Error, Hashable {
  var port: UInt16
}

extension PortError: CustomStringConvertible {
  /// One line that says what is wrong and what to do.
  var description: String {
    port == 0
      ? "the system gives no port on 127.0.0.1"
      : "port \(port) is taken or not allowed; leave --port out for a free one"
  }
}
