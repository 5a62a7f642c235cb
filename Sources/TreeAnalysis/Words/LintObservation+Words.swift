package import TextIO
import TreeSnapshot

extension LintObservation {
  /// What is wrong, in one sentence.
  package var reason: SafeText {
    switch problem {
    case .unhandled(let message):
      "\(message) is raised here, and no model from here up to the root is registered for it"
    case .unheard(let message, let session):
      "\(message) is raised here, and no model of the session \(session) is registered for it"
    case .shadowed(let message):
      "\(message) never arrives here: every model known to raise it has a nearer handler"
    case .unreachable(let message) where message.kind == .event:
      "\(message) never arrives here: this model is outside the sessions in which models are known "
        + "to raise it"
    case .unreachable(let message):
      "\(message) never arrives here: no model known to raise it is here or below"
    case .duplicate(let message): "this model is registered for \(message) more than once"
    case .missingService(let service):
      "models here cannot get the service \(service): neither this session nor one around it "
        + "provides it, although another session of its type does"
    case .leaked: "left the tree and is still alive: something outside the tree holds it"
    case .sharedName(let message, let kind):
      "\(message.domain).\(message.code ?? "") is used as \(kind.withArticle) and as "
        + "\(message.kind.withArticle)"
    case .declaredOnly(let message):
      "\(message) is declared, and no model of this tree is registered for it"
    }
  }

  /// The sentence by which a baseline of version 1 records the finding.
  package var reasonInBaseline1: SafeText {
    switch problem {
    case .shadowed(let message):
      "\(message) never comes here: whoever is known to raise it has a nearer handler"
    case .unreachable(let message) where message.kind == .event:
      "\(message) never comes here: it goes down from the sessions in which it is known to be "
        + "raised, and this model stands outside of them"
    case .unreachable(let message):
      "\(message) never comes here: nobody who is known to raise it stands here or below"
    case .missingService(let service):
      "models here ask in vain for the service \(service): neither this session nor one around it "
        + "provides it, though another session of its type does"
    case .leaked: "left the tree and is still alive: somebody outside of the tree holds it"
    default: reason
    }
  }
}

extension LintRelation {
  /// What the place has to do with the finding, such as `nearer handler`.
  package var what: SafeText {
    switch role {
    case .registeredElsewhere: "registered for it, but not above"
    case .registeredOutsideSession: "registered for it, but outside the session"
    case .nearerHandler: "nearer handler"
    case .raiser: "raised by"
    case .firstSubscription: "first registered"
    case .provider: "provided by"
    case .use(let kind): "used as \(kind.withArticle)"
    }
  }
}
