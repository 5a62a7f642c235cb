/// How many boxes a drawing has at most, before models are folded into one.
package struct BoxBudget: Hashable, Sendable {
  /// More leaves below one parent that would look the same are always folded: they tell nothing that
  /// one box with their number does not.
  package var same: Int
  /// Above this many boxes, leaves that differ in their labels only are folded, the longest lists
  /// first.
  package var lists: Int
  /// Above this many, what remains is folded from the deepest level up.
  package var boxes: Int

  /// What a screen shows at once, and what is read by zooming.
  package static let screen = BoxBudget(same: 7, lists: 300, boxes: 1_000)

  /// Folds nothing where so many boxes suffice.
  package init(boxes: Int) { self.init(same: boxes, lists: boxes, boxes: boxes) }

  private init(same: Int, lists: Int, boxes: Int) {
    self.same = same
    self.lists = lists
    self.boxes = boxes
  }
}
