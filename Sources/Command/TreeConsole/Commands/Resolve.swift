import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Shows which session provides a service to a model.
struct Resolve: FormattedQuestion {
  static let commandName = "resolve"
  static let abstract = "Show which session provides a service to a model."
  static let explanation: String? = """
    With --json: service, from, asked (the sessions that were searched, the nearest first), provider \
    and hidden (those further out that provide it too).
    """
  static let examples = ["APIClient --from ExamOptionsPickerModel"]

  @Argument(help: "The service's type.")
  var service: ServiceName

  @Option(
    name: .customLong("from"),
    help: .value("selector", "The model that asks; at a prompt the current one by default."))
  var asker: ModelSelector?

  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    let state = try view.state()
    let snapshot = state.snapshot
    let asker = try view.model(
      asker, in: state, orSay: "say which model asks for it: --from SELECTOR")
    let service = service.rawValue
    let services = snapshot.knownServices
    if !services.contains(service) {
      let hint: SafeText = services.nearest(to: service).map { "; did you mean '\($0)'?" } ?? ""
      view.note("note: no session in this tree provides '\(service)'\(hint)")
    }
    let resolution = snapshot.resolve(service: service, askedAt: asker)
    return Answer {
      .object { json in
        json.write("service", service)
        json.write("from", snapshot[asker].id)
        json.write("asked", resolution.asked.map { snapshot[$0].id })
        json.write("provider", resolution.provider.map { snapshot[$0].id })
        json.write("hidden", resolution.hidden.map { snapshot[$0].id })
      }
    } text: {
      resolution.write(in: snapshot, to: &$0)
    }
  }
}

extension ServiceResolution {
  /// Writes the sessions that were searched, and the one that provides the service.
  fileprivate func write(in snapshot: Snapshot, to text: inout StyledText) {
    let paths = NodePaths(snapshot)
    text.append("\(service)", .bold)
    text.append(" for \(snapshot[asker].name)")
    text.line(" #\(snapshot[asker].id)", .dim)
    text.line()
    for session in asked {
      text.append("  \(paths.labeledPath(of: session))  ")
      let provides = session == provider
      text.line(provides ? "provides it" : "does not provide it", provides ? .green : .dim)
    }
    for session in hidden {
      text.append("  \(paths.labeledPath(of: session))  ")
      text.line("provides it too, and is hidden", .yellow)
    }
    if !asked.isEmpty { text.line() }
    if let provider {
      text.append("provided", .green)
      text.line(" by \(paths.labeledPath(of: provider))")
    } else {
      text.append("missing", .red)
      text.line(": no session around the model provides it, and asking for it fails")
    }
  }
}
