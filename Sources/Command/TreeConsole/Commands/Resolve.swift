import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Shows which session provides a service.
struct Resolve: FormattedQuestion {
  static let commandName = "resolve"
  static let abstract = "Show which session provides a service, and which models lack it."
  static let explanation: String? =
    "Without a service, show each one that is provided or asked for."
  static let examples = ["APIClient --from ExamOptionsPickerModel", "APIClient", ""]

  @Argument(help: "The service's type; every service of the tree by default.")
  var service: ServiceName?

  @Option(
    name: .customLong("from"),
    help: .value("selector", "The model that asks; every model by default."))
  var asker: ModelSelector?

  @OptionGroup var limits: LimitOptions
  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    let snapshot = try view.state().snapshot
    let asker = try asker?.node(in: snapshot)
    let provided = snapshot.knownServices
    let limit = limits.number(view, usual: 12)
    if let service = service?.rawValue, !provided.contains(service) {
      let hint: SafeText =
        provided.nearest(to: service).map { "; did you mean '\($0)'?" } ?? ""
      view.note("note: no session in this tree provides '\(service)'\(hint)")
    }
    let isOfOne = service != nil
    let reports = (service.map { [$0.rawValue] } ?? provided).map { service in
      ServiceReport(service: service, asker: asker, snapshot: snapshot, limit: limit)
    }
    return Answer {
      .object { json in
        if isOfOne { return reports[0].write(to: &json) }
        json.array("services", of: reports) { report, json in report.write(to: &json) }
      }
    } text: { text in
      if reports.isEmpty { text.line("no session in this tree provides a service") }
      for (index, report) in reports.enumerated() {
        if index > 0 { text.line() }
        report.write(to: &text)
      }
    }
  }
}

/// The providers of a service, for one model or all, as text and as JSON.
private struct ServiceReport {
  let service: String
  let asker: Int?
  let snapshot: Snapshot
  /// The maximum number of lines of one kind in text.
  let limit: Int

  func write(to text: inout StyledText) {
    if let asker {
      write(snapshot.resolve(service: service, askedAt: asker), to: &text)
    } else {
      writeProviders(to: &text)
    }
  }

  private func write(_ resolution: ServiceResolution, to text: inout StyledText) {
    text.append("\(service)", .bold)
    text.append(" for \(snapshot[resolution.asker].name)")
    text.line(" #\(snapshot[resolution.asker].id)", .dim)
    text.line()
    let paths = NodePaths(snapshot)
    text.list(resolution.asked, limit: limit) { session, text in
      let provides = session == resolution.provider
      text.append("  \(paths.labeledPath(of: session))  ")
      text.line(provides ? "provides it" : "does not provide it", provides ? .green : .dim)
    }
    text.list(resolution.hidden, limit: limit) { session, text in
      text.append("  \(paths.labeledPath(of: session))  ")
      text.line("provides it too, and is hidden", .yellow)
    }
    if !resolution.asked.isEmpty { text.line() }
    if let provider = resolution.provider {
      text.append("provided", .green)
      text.line(" by \(paths.labeledPath(of: provider))")
    } else {
      text.append("missing", .red)
      text.line(
        resolution.asked.isEmpty
          ? ": no session is around the model"
          : ": none of the sessions around the model provides it, and asking for it throws an error"
      )
    }
  }

  private func writeProviders(to text: inout StyledText) {
    let (providers, without) = snapshot.providers(of: service)
    let paths = NodePaths(snapshot)
    text.line("\(service)", .bold)
    text.list(providers, limit: limit) { provider, text in
      text.append("  provided", .green)
      text.line(
        " by \(paths.labeledPath(of: provider.session)) to \(counted(provider.models, "model"))")
    }
    let askers = snapshot.models(askingFor: service)
    text.list(askers, limit: limit) { asker, text in
      text.append("  asked for", .dim)
      text.line(" by \(paths.labeledPath(of: asker))")
    }
    guard without > 0 else { return }
    text.append("  missing", .red)
    text.line(" for \(counted(without, "model")), which cannot get it")
    let below: SafeText = providers.isEmpty && snapshot.count > 1 ? " and all below it" : ""
    text.list(snapshot.modelsWithout(providers.map(\.session)), limit: limit) { top, text in
      text.line("    \(paths.labeledPath(of: top))\(below)", .dim)
    }
  }

  /// Writes the members of the JSON object.
  func write(to json: inout JSONObject) {
    json.write("service", service)
    if let asker {
      let resolution = snapshot.resolve(service: service, askedAt: asker)
      json.write("from", snapshot[asker].id)
      json.write("asked", resolution.asked.map { snapshot[$0].id })
      json.write("provider", resolution.provider.map { snapshot[$0].id })
      return json.write("hidden", resolution.hidden.map { snapshot[$0].id })
    }
    let (providers, without) = snapshot.providers(of: service)
    json.array("providers", of: providers) { provider, json in
      json.write("session", snapshot[provider.session].id)
      json.write("models", provider.models)
    }
    json.write("missing", without)
    let askers = snapshot.models(askingFor: service)
    if !askers.isEmpty { json.write("askers", askers.map { snapshot[$0].id }) }
  }
}
