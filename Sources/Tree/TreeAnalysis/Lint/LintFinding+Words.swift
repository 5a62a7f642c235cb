package import TextIO
import TreeSnapshot

extension LintFinding {
  /// The problem, in one sentence.
  package var reason: SafeText {
    switch problem {
    case .unhandled(let key):
      "\(named(key)) is raised here, and no model from here up to the root is registered for it"
    case .unheard(let key, let session):
      "\(named(key)) is raised here, and no model of the session \(path(of: session)) is "
        + "registered for it"
    case .shadowed(let key):
      "\(named(key)) never arrives here: every model known to raise it has a nearer handler"
    case .unreachable(let key) where key.kind == .event:
      "\(named(key)) never arrives here: this model is outside the sessions in which models are "
        + "known to raise it"
    case .unreachable(let key):
      "\(named(key)) never arrives here: no model known to raise it is here or below"
    case .duplicate(let key): "this model is registered for \(named(key)) more than once"
    case .missingService(let service):
      "models here cannot get the service \(name(of: service)): neither this session nor one around "
        + "it provides it, although another session of its type does"
    case .shadowedService(let service):
      "models here get the service \(name(of: service)) from this session, not from the one further out"
    case .unopened:
      "this session was never opened: it has no services, and models here get those of the sessions "
        + "around it"
    case .unprovidedService(let service):
      "this model asks for the service \(name(of: service)), which no session around it provides"
    case .sharedName(let key, let kind):
      "\(named(key).domain).\(named(key).code ?? "") is used as \(kind.withArticle) and as "
        + "\(key.kind.withArticle)"
    case .declaredOnly(let key):
      "\(named(key)) is declared, and no model of this tree is registered for it"
    }
  }

  /// The service that it is about, if any.
  package var service: String? {
    switch problem {
    case .missingService(let service), .shadowedService(let service),
      .unprovidedService(let service):
      name(of: service)
    default: nil
    }
  }

  /// The facts that distinguish the finding from others of the same rule and path, as text for a
  /// baseline: without ids, lines, or counts, they are the same in another dump.
  package var facts: [String] {
    let message = message.map { "\($0.kind.rawValue) \($0.domain).\($0.code ?? "*")" }
    var facts = [message, service].compactMap { $0 }
    switch problem {
    case .unheard(_, let session): facts.append(path(of: session))
    case .sharedName(_, let kind): facts.append(kind.rawValue)
    default: break
    }
    return facts
  }

  private func named(_ key: MessageKey) -> KnownMessage { place.names.message(key) }
  private func name(of service: Symbol) -> String { place.names.text(service) ?? "" }
  private func path(of session: Int) -> String { place.names.path(of: session).string }
}
