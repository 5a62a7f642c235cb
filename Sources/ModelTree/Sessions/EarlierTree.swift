/// A tree that a session controller held before, as long as one of its models is alive.
struct EarlierTree {
  private(set) weak var store: TreeStore?
}
