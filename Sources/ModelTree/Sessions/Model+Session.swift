extension Model {
  /// The nearest session: a root session returns itself, a local one the session around it. Nil after
  /// the model was removed from its tree. Costs a walk up to it.
  public var session: Session? {
    let scope = store.eventScope(ofRaiser: node)
    return scope == TreeStore.none ? nil : model(at: scope) as? Session
  }
}
