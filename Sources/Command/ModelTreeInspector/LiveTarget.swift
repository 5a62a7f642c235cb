// Requirements.swift says what is missing otherwise.
#if Command && (os(macOS) || os(Linux))
  import LiveTree
  import Holders
  import TextIO
  import TreeAnalysis
  import TreeConsole
  import TreeJournal
  import TreeSnapshot

  /// A live tree as the target of commands on the prompt's thread.
  final class LiveTarget: InspectionTarget {
    let name: String
    let kind = TargetKind.live
    private let hasActions: Bool
    private let attachment: Attachment

    init(name: String, hasActions: Bool, attachment: Attachment) {
      self.name = name
      self.hasActions = hasActions
      self.attachment = attachment
    }

    var capabilities: Set<Capability> {
      var capabilities: Set<Capability> = [.handlers]
      if (try? attachment.runBlocking { $0.knowsLeakedModels }) ?? true {
        capabilities.insert(.leaks)
      }
      if hasActions { capabilities.insert(.actions) }
      if (try? attachment.runBlocking { $0.hasJournal }) ?? false { capabilities.insert(.journal) }
      return capabilities
    }

    func state() throws -> TreeState { try attachment.runBlocking { try $0.state() } }

    func raise(
      _ message: Message, with json: JSONValue?, atNodeWithID id: Int, of tree: Int
    ) throws -> RaiseReport {
      try attachment.runBlocking { try $0.raise(message, with: json, atNodeWithID: id, of: tree) }
    }

    func leakedModels() throws -> [LeakedModel] {
      try attachment.runBlocking { try $0.leakedModels() }
    }

    func holders(shouldEnd: @escaping () -> Bool) throws -> HolderAnswer {
      try HolderAnswer(try leakedModels()) { addresses in
        let copy = FrozenCopy()
        return try withExtendedLifetime(copy) {
          try MemoryScan.report(
            onCopy: copy?.pid, of: Int(getpid()), pause: copy?.pause ?? 0, addresses,
            shouldEnd: shouldEnd)
        }
      }
    }

    func journal() throws -> JournalLook {
      let excerpt = try attachment.runBlocking { try $0.journal(after: 0) }
      guard let excerpt else { throw ConsoleError.lacks(.journal, kind) }
      return try JournalLook(excerpt)
    }

    var actions: [TargetAction] {
      hasActions ? (try? attachment.runBlocking { $0.presentActions }) ?? [] : []
    }

    func perform(_ action: String, _ arguments: [String]) throws -> ActionResult {
      try attachment.runBlocking { try $0.perform(action, arguments) }
    }
  }
#endif
