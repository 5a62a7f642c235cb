#if Telemetry
  import ModelTree
  import TreeSnapshot

  /// Tells models that leak from those that are about to go.
  struct LeakWatch {
    private struct Name: Hashable {
      let tree: ObjectIdentifier
      let id: Int
    }

    private var previous: Set<Name> = []
    private var reported: Set<Name> = []
    /// Kept, so that no other tree gets the name of one that is known here.
    private var trees: [AnyObject] = []

    /// Compares leaked models with those of the look before.
    ///
    /// - Returns: how many were leaked then, too, and those of them that are new.
    mutating func look(at trees: [TreeLeaks]) -> (count: Int, new: [LeakedModel]) {
      var now: Set<Name> = []
      var (count, new): (Int, [LeakedModel]) = (0, [])
      for tree in trees {
        for model in tree.models {
          let name = Name(tree: ObjectIdentifier(tree.token), id: model.id)
          now.insert(name)
          guard previous.contains(name) else { continue }
          count += 1
          if reported.insert(name).inserted, model.holder == nil { new.append(model) }
        }
      }
      previous = now
      reported.formIntersection(now)
      self.trees = trees.filter { !$0.models.isEmpty }.map(\.token)
      return (count, new)
    }
  }
#endif
