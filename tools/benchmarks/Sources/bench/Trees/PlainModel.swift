import ModelTree

/// A model with nothing of its own, so that only the runtime is measured.
final class PlainModel: Model {}
