#if Telemetry
  import ModelTree
  import TreeSnapshot

  /// Distinguishes leaked models from models that are about to be released.
  struct LeakWatch {
    private struct Name: Hashable {
      let tree: ObjectIdentifier
      let id: Int
    }

    private var previous: Set<Name> = []
    private var reported: Set<Name> = []
    /// Retained, so that no other tree gets a reported one's identity.
    private var trees: [AnyObject] = []

    /// Compares leaked models with those of the previous call.
    ///
    /// - Returns: the number that was also leaked then, and the models not yet reported.
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
