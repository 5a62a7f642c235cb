import Foundation
import ProfileModels
import Testing

@MainActor
@Suite struct `Loaders of users` {
  private let answers = ["one", "two"].map { Data($0.utf8) }

  private func text(_ loader: any DataLoader) async throws(LoadError) -> String {
    String(decoding: try await loader.loadData(from: .user), as: UTF8.self)
  }

  @Test func `answers in memory come in order, and again`() async throws {
    let loader = MemoryLoader(answers: answers)
    var texts: [String] = []
    for _ in 0..<3 { texts.append(try await text(loader)) }
    #expect(texts == ["one", "two", "one"])
    await #expect(throws: LoadError.missing) { try await text(MemoryLoader(answers: [])) }
  }

  @Test func `a file is read anew each time`() async throws {
    let path = NSTemporaryDirectory() + UUID().uuidString
    let loader = FileLoader(path: path)
    await #expect(throws: LoadError.missing) { try await text(loader) }
    for word in ["one", "two"] {
      try Data(word.utf8).write(to: URL(filePath: path))
      #expect(try await text(loader) == word)
    }
    try FileManager.default.removeItem(atPath: path)
  }

  @Test func `one load fails on demand`() async throws {
    let loader = FailingLoader(MemoryLoader(answers: answers))
    loader.failNext(with: .malformed)
    await #expect(throws: LoadError.malformed) { try await text(loader) }
    #expect(try await text(loader) == "one")
  }

  @Test func `one load is slow on demand`() async throws {
    let loader = SlowLoader(MemoryLoader(answers: answers), delay: .milliseconds(50))
    loader.slowNext()
    let start = ContinuousClock.now
    #expect(try await text(loader) == "one")
    #expect(ContinuousClock.now - start >= .milliseconds(50))
    #expect(!loader.isNextSlow && !loader.isDelaying)
  }

  @Test func `a slow load that is cancelled asks nobody`() async throws {
    let loader = SlowLoader(MemoryLoader(answers: answers), delay: .seconds(600))
    loader.slowNext()
    let load = Task { try await text(loader) }
    try #require(await comes { loader.isDelaying })
    load.cancel()
    await #expect(throws: LoadError.offline) { try await load.value }
    #expect(try await text(loader) == "one")
  }

  @Test(arguments: ["", "{}", "[1]", #"{"firstName": "Anna"}"#, "\u{0}"])
  func `what is no user is malformed`(text: String) {
    #expect(throws: LoadError.malformed) { try User(json: Data(text.utf8)) }
  }
}
