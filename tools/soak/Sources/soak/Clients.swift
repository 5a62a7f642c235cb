import NIOCore
import NIOPosix

/// Clients that send requests repeatedly, each on a new connection: the server's threads keep
/// connections in dictionaries.
actor Clients {
  private(set) var answered = 0
  private(set) var failed = 0

  /// Sends requests until the task is canceled.
  func ask(count: Int, port: Int) async {
    await withTaskGroup { group in
      for client in 0..<count {
        group.addTask { [self] in
          while !Task.isCancelled {
            do {
              try await Self.ask("show\(client)", port: port)
              await noteAnswer()
            } catch {
              if !Task.isCancelled { await noteFailure() }
            }
          }
        }
      }
    }
  }

  private func noteAnswer() { answered += 1 }
  private func noteFailure() { failed += 1 }

  private nonisolated static func ask(_ name: String, port: Int) async throws {
    let group = MultiThreadedEventLoopGroup.singleton
    let answer = group.any().makePromise(of: Void.self)
    let bootstrap = ClientBootstrap(group: group).channelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(Question(name, answer))
      }
    }
    do {
      let channel = try await bootstrap.connect(host: "127.0.0.1", port: port).get()
      try await channel.closeFuture.get()
    } catch {
      answer.fail(error)
    }
    try await answer.futureResult.get()
  }
}

/// Sends a request once connected; the first bytes are the answer.
private final class Question: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let name: String
  private let answer: EventLoopPromise<Void>

  init(_ name: String, _ answer: EventLoopPromise<Void>) {
    self.name = name
    self.answer = answer
  }

  func channelActive(context: ChannelHandlerContext) {
    let text = "GET /shows/\(name) HTTP/1.1\r\nHost: soak\r\nConnection: close\r\n\r\n"
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) { answer.succeed() }

  func channelInactive(context: ChannelHandlerContext) { answer.fail(ChannelError.eof) }
}
