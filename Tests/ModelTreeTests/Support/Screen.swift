import ModelTree

/// A screen object that shows a model.
final class Screen: Representation {
  var tie: RepresentationTie?
}
