/// How many boxes a drawing has at most, before models are folded into one.
package struct BoxBudget: Hashable, Sendable {
  /// Above this many, leaves that are alike are folded, the longest lists first.
  package var lists: Int
  /// Above this many, what remains is folded from the deepest level up.
  package var boxes: Int

  /// What a screen shows at once, and what is read by zooming.
  package static let screen = BoxBudget(lists: 300, boxes: 1_000)

  /// A budget for lists and all the rest.
  package init(boxes: Int) { self.init(lists: boxes, boxes: boxes) }

  private init(lists: Int, boxes: Int) {
    self.lists = lists
    self.boxes = boxes
  }
}
