import TextIO
import TreeAnalysis
import TreeSnapshot

/// Who provides a service, in words and as JSON.
struct ServiceReport {
  let service: String
  let snapshot: Snapshot

  /// So many lines of one sort are shown; JSON has them all.
  private static let shown = 12

  private var name: String { SafeText.escape(service) }

  // MARK: For one model

  func write(_ resolution: ServiceResolution, to text: inout StyledText) {
    text.append(name, .bold)
    text.append(" for \(SafeText.escape(snapshot[resolution.asker].type))")
    text.line(" #\(snapshot[resolution.asker].id)", .dim)
    text.line()
    let paths = NodePaths(snapshot)
    for session in resolution.asked.prefix(Self.shown) {
      let provides = session == resolution.provider
      text.append("  \(paths.shortPath(of: session))  ")
      text.line(provides ? "provides it" : "does not provide it", provides ? .green : .dim)
    }
    rest(resolution.asked.count, to: &text)
    for session in resolution.hidden.prefix(Self.shown) {
      text.append("  \(paths.shortPath(of: session))  ")
      text.line("provides it too, and is hidden", .yellow)
    }
    rest(resolution.hidden.count, to: &text)
    if !resolution.asked.isEmpty { text.line() }
    if let provider = resolution.provider {
      text.append("provided", .green)
      text.line(" by \(paths.shortPath(of: provider))")
    } else {
      text.append("missing", .red)
      text.line(
        resolution.asked.isEmpty
          ? ": no session stands around the model"
          : ": none of the sessions around the model provides it, and asking for it throws an error"
      )
    }
  }

  func json(_ resolution: ServiceResolution) -> String {
    var json = begun()
    json.write(", \"from\": \(snapshot[resolution.asker].id)")
    json.write(", \"asked\": [\(ids(resolution.asked))]")
    if let provider = resolution.provider { json.write(", \"provider\": \(snapshot[provider].id)") }
    json.write(", \"hidden\": [\(ids(resolution.hidden))]}")
    return json.text
  }

  // MARK: For every model

  func write(
    _ providers: [(session: Int, models: Int)], _ without: Int, to text: inout StyledText
  ) {
    let paths = NodePaths(snapshot)
    text.line(name, .bold)
    for provider in providers.prefix(Self.shown) {
      text.append("  provided", .green)
      text.line(
        " by \(paths.shortPath(of: provider.session)) to \(counted(provider.models, "model"))")
    }
    rest(providers.count, to: &text)
    guard without > 0 else { return }
    text.append("  missing", .red)
    text.line(" for \(counted(without, "model")): asking for it there throws an error")
    let tops = snapshot.modelsWithout(providers.map(\.session))
    for top in tops.prefix(Self.shown) {
      let below = providers.isEmpty && snapshot.count > 1 ? " and all below it" : ""
      text.line("    \(paths.shortPath(of: top))\(below)", .dim)
    }
    rest(tops.count, to: &text)
  }

  func json(_ providers: [(session: Int, models: Int)], _ without: Int) -> String {
    var json = begun()
    let list = providers.map {
      "{\"session\": \(snapshot[$0.session].id), \"models\": \($0.models)}"
    }
    json.write(", \"providers\": [\(list.joined(separator: ", "))], \"missing\": \(without)}")
    return json.text
  }

  private func begun() -> MemorySink {
    var json = MemorySink()
    json.write("{\"service\": ")
    JSONString.write(service, to: &json)
    return json
  }

  private func ids(_ positions: [Int]) -> String {
    positions.map { String(snapshot[$0].id) }.joined(separator: ", ")
  }

  private func rest(_ count: Int, to text: inout StyledText) {
    if count > Self.shown { text.line("  and \(count - Self.shown) more", .dim) }
  }
}
