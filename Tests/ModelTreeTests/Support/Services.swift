import ModelTree

class LoggingService: Service {
  let log: Log

  init(_ log: Log) {
    self.log = log
    log("\(type(of: self)) created")
  }

  func takeOff() { log("\(type(of: self)) took off") }
  func prepareToClose() { log("\(type(of: self)) prepared to close") }
}

final class Alpha: LoggingService {}
final class Beta: LoggingService {}
