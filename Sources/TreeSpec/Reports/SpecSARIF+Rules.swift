import TextIO
import TreeSnapshot

extension SpecSARIFResult {
  /// The kinds of results. A tree's shape has four, so that each place is told at its own line.
  enum Rule: String, CaseIterable {
    case treeMissing = "tree-missing"
    case treeExtra = "tree-extra"
    case treeMoved = "tree-moved"
    case treeDifferent = "tree-different"
    case absent
    case limit
    case route
    case service
    case specError = "spec-error"
    case unusedSpec = "unused-spec"

    init(_ kind: SpecResult.Difference.Kind) {
      self =
        switch kind {
        case .missing: .treeMissing
        case .extra: .treeExtra
        case .moved: .treeMoved
        case .different: .treeDifferent
        }
    }

    /// Whatever differs in a tree without a place that could be told is different as a whole.
    init(_ kind: CheckKind) {
      self =
        switch kind {
        case .tree: .treeDifferent
        case .absent: .absent
        case .limit: .limit
        case .route: .route
        case .service: .service
        }
    }

    var description: SARIFRule {
      switch self {
      case .treeMissing:
        rule(
          "A model that the spec asks for is not in the tree.",
          "The path is that of the parent that it should have.",
          "Find out why the model was not made, or take its line out of the spec.")
      case .treeExtra:
        rule(
          "A model is in the tree that the spec does not ask for.",
          "A line may also allow fewer models than there are.",
          "Find out who made the model, or add a line for it to the spec.")
      case .treeMoved:
        rule(
          "A model stands elsewhere than the spec says.",
          "The path is that of the place where it is.",
          "Give the model the parent that the spec wants, or move its line.")
      case .treeDifferent:
        rule(
          "A model is not what its line says.",
          "Its name or what the line says of it in brackets is different.",
          "Compare the model with its line, and mend the one that is wrong.")
      case .absent:
        rule(
          "A model is in the tree that must not be there.",
          "At least one model matches the selector of the line.",
          "Find out who made the model, or why it was not removed.")
      case .limit:
        rule(
          "The tree is larger or smaller than the spec allows.",
          "The depth, or the number of models, of children or of sessions is out of bounds.",
          "TreeState for models that were not removed, or change the limit.")
      case .route:
        rule(
          "A message does not go where the spec says.",
          "It is taken by another model, by none, or passes others on its way.",
          "Compare the registrations on its way with the line of the spec.")
      case .service:
        rule(
          "A service is not provided by the session that the spec names.",
          "Another session provides it, or none above the model that asks.",
          "Provide the service in that session, or change the line of the spec.")
      case .specError:
        rule(
          "A spec cannot be held to the tree.",
          "Its text is wrong, or names what the tree does not know; nothing of it was checked.",
          "Mend the line as the message says.")
      case .unusedSpec:
        SARIFRule(
          rawValue, .warning, looksFor: "A spec was held to no tree.",
          definition: "No run used the file.",
          remedy: "Hold a tree to it, or remove it.")
      }
    }

    private func rule(
      _ looksFor: String, _ definition: String, _ remedy: String
    ) -> SARIFRule {
      SARIFRule(rawValue, .error, looksFor: looksFor, definition: definition, remedy: remedy)
    }
  }
}
