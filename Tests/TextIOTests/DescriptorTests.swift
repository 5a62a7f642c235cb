import Foundation
import Testing
import TextIO

@Suite struct `Descriptors` {
  @Test func `files, pipes and devices are streams, and what was closed isn't`() throws {
    let ends = try #require(Descriptor.makePipe())
    let device = open("/dev/null", O_RDONLY | O_CLOEXEC)
    let file = open(#filePath, O_RDONLY | O_CLOEXEC)
    for descriptor in [ends.reader, ends.writer, device, file] {
      #expect(Descriptor.isStream(descriptor))
      close(descriptor)
    }
    #expect(!Descriptor.isStream(-1))
  }

  #if os(Linux)
    @Test func `what waits for events isn't one`() throws {
      // The library that runs the timer waits by a descriptor of its own.
      let timer = DispatchSource.makeTimerSource()
      timer.schedule(deadline: .now() + 600)
      timer.activate()
      defer { timer.cancel() }
      let folder = "/proc/self/fd"
      let waiting = try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
        let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
        return place?.hasPrefix("anon_inode:") == true
      }.compactMap { Int32($0) }
      #expect(!waiting.isEmpty)
      for descriptor in waiting { #expect(!Descriptor.isStream(descriptor)) }
    }
  #endif
}
