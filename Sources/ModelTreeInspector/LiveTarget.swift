import LiveTree
import TreeAnalysis
import TreeConsole
import TreeSnapshot

/// A live tree as the commands see it, from the thread of the prompt.
final class LiveTarget: InspectionTarget {
  let name: String
  let kind = TargetKind.live
  let actions: [TargetAction]
  private let attachment: Attachment

  init(name: String, actions: [TargetAction], attachment: Attachment) {
    self.name = name
    self.actions = actions
    self.attachment = attachment
  }

  var capabilities: Set<Capability> {
    var capabilities: Set<Capability> = [.handlers]
    if (try? attachment.runBlocking { $0.knowsLeakedModels }) ?? true {
      capabilities.insert(.leaks)
    }
    if !actions.isEmpty { capabilities.insert(.actions) }
    return capabilities
  }

  func state() throws -> TreeState { try attachment.runBlocking { try $0.state() } }

  func raise(_ message: Message, atNodeWithID id: Int, of tree: Int) throws -> RaiseReport {
    try attachment.runBlocking { try $0.raise(message, atNodeWithID: id, of: tree) }
  }

  func leakedModels() throws -> [LeakedModel] {
    try attachment.runBlocking { try $0.leakedModels() }
  }

  func perform(_ action: String, _ arguments: [String]) throws -> String {
    try attachment.runBlocking { try $0.perform(action, arguments) }
  }
}
