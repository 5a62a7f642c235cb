import TextIO
import TreeAnalysis
import TreeSnapshot

/// Which sessions provide a service, as text and as JSON.
struct ServiceReport {
  let service: String
  let snapshot: Snapshot
  /// How many lines of one sort the text shows.
  let limit: Int

  /// How many those are, where nothing else is asked for.
  static let usualLimit = 12

  /// Writes which session gives the service to one model, or to each of them.
  func write(askedAt asker: Int?, to text: inout StyledText) {
    if let asker {
      return write(snapshot.resolve(service: service, askedAt: asker), to: &text)
    }
    let (providers, without) = snapshot.providers(of: service)
    write(providers, without, to: &text)
  }

  /// Writes the members of the JSON object.
  func write(askedAt asker: Int?, to json: inout JSONObject) {
    json.write("service", service)
    if let asker { return write(snapshot.resolve(service: service, askedAt: asker), to: &json) }
    let (providers, without) = snapshot.providers(of: service)
    write(providers, without, to: &json)
  }

  // MARK: For one model

  private func write(_ resolution: ServiceResolution, to text: inout StyledText) {
    text.append("\(service)", .bold)
    text.append(" for \(snapshot[resolution.asker].type)")
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

  private func write(_ resolution: ServiceResolution, to json: inout JSONObject) {
    json.write("from", snapshot[resolution.asker].id)
    json.write("asked", resolution.asked.map { snapshot[$0].id })
    json.write("provider", resolution.provider.map { snapshot[$0].id })
    json.write("hidden", resolution.hidden.map { snapshot[$0].id })
  }

  // MARK: For every model

  private func write(
    _ providers: [(session: Int, models: Int)], _ without: Int, to text: inout StyledText
  ) {
    let paths = NodePaths(snapshot)
    text.line("\(service)", .bold)
    text.list(providers, limit: limit) { provider, text in
      text.append("  provided", .green)
      text.line(
        " by \(paths.labeledPath(of: provider.session)) to \(counted(provider.models, "model"))")
    }
    guard without > 0 else { return }
    text.append("  missing", .red)
    text.line(" for \(counted(without, "model")): asking for it there throws an error")
    let below: SafeText = providers.isEmpty && snapshot.count > 1 ? " and all below it" : ""
    text.list(snapshot.modelsWithout(providers.map(\.session)), limit: limit) { top, text in
      text.line("    \(paths.labeledPath(of: top))\(below)", .dim)
    }
  }

  private func write(
    _ providers: [(session: Int, models: Int)], _ without: Int, to json: inout JSONObject
  ) {
    json.array("providers") { array in
      for provider in providers {
        array.object {
          $0.write("session", snapshot[provider.session].id)
          $0.write("models", provider.models)
        }
      }
    }
    json.write("missing", without)
  }
}
