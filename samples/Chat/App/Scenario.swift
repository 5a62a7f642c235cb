import SampleApps

extension Scenario {
  static let all = [
    Scenario(
      "conversation", "messages from both sides", conversation, dump: "chat-conversation"),
    Scenario(
      "sending", "a message is on its way, and its details are shown",
      conversation + ["pause", "send At the door", "tap 4"], dump: "chat-sending"),
    Scenario(
      "failed", "a message could not be sent", conversation + ["fail", "send At the door"],
      dump: "chat-failed", journal: "chat-failed"),
    Scenario(
      "choices", "what can be done with a message that was not sent",
      conversation + ["fail", "send At the door", "hold 4"], dump: "chat-choices"),
    Scenario(
      "reply", "a reply is written to a message, and the one before is deleted",
      conversation + ["tap 3", "send Blue", "hold 3", "reply", "hold 2", "delete"],
      dump: "chat-reply"),
  ]

  private static let conversation = [
    "receive Are you coming?", "send Yes, at eight", "receive Which door is it?",
  ]
}
