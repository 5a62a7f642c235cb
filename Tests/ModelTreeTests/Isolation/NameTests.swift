import Foundation
import ModelTree
import Observation
import Testing

/// Foundation and Observation declare names of their own for pipes and observable objects: this file
/// compiles because the module has others.
@Suite struct `Names beside other modules` {
  @available(macOS 14, iOS 17, tvOS 17, *)
  @Observable final class Screen {
    var title = ""
  }

  @available(macOS 14, iOS 17, tvOS 17, *)
  @Test func `the signals are used beside Foundation and Observation`() {
    let root = Session()
    let (screen, output) = (Screen(), Pipe())
    let (typed, title) = (SignalPipe<String>(), ObservableValue("none"))
    typed.subscribeNext { title.value = $0 }.ownedBy(root)
    title.subscribeNext { screen.title = $0 }
    #expect(screen.title == "none")
    typed.sendNext("Search")
    #expect(screen.title == "Search")
    let observed: any Observable = screen
    #expect(observed is Screen)
    #expect(output.fileHandleForReading !== output.fileHandleForWriting)
  }
}
