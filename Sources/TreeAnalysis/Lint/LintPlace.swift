package import TextIO
import TreeSnapshot

/// Where in a tree a rule found something. What it says is made when it is asked for.
package struct LintPlace {
  /// Numbers, not names: there may be more places than models.
  private enum Position {
    case node(Int32)
    case subscription(Int32)
    /// One of the models that left the tree.
    case left(Int32)
  }

  private enum Model {
    case inTree(node: Int)
    case left(LeakedModel)
  }

  let names: LintNames
  private let position: Position

  /// A model of the tree.
  init(_ names: LintNames, node: Int) {
    self.names = names
    position = .node(Int32(node))
  }

  /// A subscription of a model of the tree.
  init(_ names: LintNames, subscription: Int) {
    self.names = names
    position = .subscription(Int32(subscription))
  }

  /// A model that left the tree, by its place among those.
  init(_ names: LintNames, left index: Int) {
    self.names = names
    position = .left(Int32(index))
  }

  private var model: Model {
    switch position {
    case .node(let node): .inTree(node: Int(node))
    case .subscription(let index): .inTree(node: names.node(ofSubscription: Int(index)))
    case .left(let index): .left(names.leaked[Int(index)])
    }
  }

  /// The model's path. A path of very many levels, or with very long names, is cut. Costs its length.
  package var path: SafeText {
    switch model {
    case .inTree(let node): names.path(of: node)
    case .left(let leaked): SafeText(leaked.path ?? leaked.type)
    }
  }

  /// The model's label in quotes, where names alone do not lead to the model.
  package var label: SafeText? {
    switch model {
    case .inTree(let node): names.label(of: node)
    case .left: nil
    }
  }

  /// The model's id.
  package var id: Int {
    switch model {
    case .inTree(let node): names.id(of: node)
    case .left(let leaked): leaked.id
    }
  }

  /// The model's type.
  package var type: String {
    switch model {
    case .inTree(let node): names.type(of: node)
    case .left(let leaked): leaked.type
    }
  }

  /// The `file:line` of the subscription, else of the model's creation; nil where neither is known.
  package var source: String? {
    switch position {
    case .node(let node): names.source(of: Int(node))
    case .subscription(let index): names.source(ofSubscription: Int(index))
    case .left(let index): names.leaked[Int(index)].source
    }
  }
}
