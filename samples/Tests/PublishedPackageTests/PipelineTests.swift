import NIOCore
import NIOEmbedded
import Testing
import TreeObjects
import TreeSnapshot

/// A channel of SwiftNIO with its pipeline: a list in both directions, whose ends are private classes.
@Suite struct `The pipeline of a channel` {
  private final class Greeter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    let greeting = "hello"
    var greeted = 0
  }

  @Test func `the handlers of a channel are a tree`() throws {
    let channel = EmbeddedChannel(handlers: [BackPressureHandler(), Greeter()])
    defer { _ = try? channel.finish() }
    // The handler's module; that of the pipeline is read as the root's own.
    let adapter = InspectionAdapter.reflecting(
      modules: ["PublishedPackageTests"], excluding: [EmbeddedChannel.self, EmbeddedEventLoop.self])
    let snapshot = Snapshot(of: channel.pipeline, name: "NIO", adapters: [adapter])
    #expect(
      snapshot.text() == """
        ──ChannelPipeline
           ├─ChannelHandlerContext "head"
           │   ├─ChannelHandlerContext "handler0"
           │   │   ├─ChannelHandlerContext "handler1"
           │   │   │   ├─ChannelHandlerContext "tail"
           │   │   │   │   ├─ChannelHandlerContext "handler1" (same as #4)
           │   │   │   │   ├─ChannelPipeline "pipeline" (same as #1)
           │   │   │   │   └─TailChannelHandler "inboundHandler"
           │   │   │   ├─ChannelHandlerContext "handler0" (same as #3)
           │   │   │   ├─ChannelPipeline "pipeline" (same as #1)
           │   │   │   └─Greeter "inboundHandler"
           │   │   ├─ChannelHandlerContext "head" (same as #2)
           │   │   ├─ChannelPipeline "pipeline" (same as #1)
           │   │   ├─BackPressureHandler "inboundHandler"
           │   │   └─BackPressureHandler "outboundHandler" (same as #14)
           │   ├─ChannelPipeline "pipeline" (same as #1)
           │   └─HeadChannelHandler "outboundHandler"
           └─ChannelHandlerContext "tail" (same as #5)

        """)
    let greeter = try #require(snapshot.positions.first { snapshot[$0].type.hasSuffix(".Greeter") })
    #expect(
      snapshot[greeter].state == [
        StateEntry(key: "greeting", value: "hello"), StateEntry(key: "greeted", value: "0"),
      ])
    #expect(snapshot.root.state.first { $0.key == "channel" }?.value == "EmbeddedChannel")
  }
}
