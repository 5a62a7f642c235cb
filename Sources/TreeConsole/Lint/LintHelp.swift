import TreeAnalysis

/// What `help lint` says of the rules and of the files.
enum LintHelp {
  static var text: String {
    """
    The status is 0 where nothing but notes is new, 1 where an error or a warning is, 2 where the \
    input is wrong.

    RULES:
    \(LintRule.all.map(describe).joined(separator: "\n\n"))

    SETTINGS:
    A JSON file: {"disabled": ["unheard-event"], "severity": {"leaked-model": "error"}}. Severities \
    are error, warning and note; what is not known is refused.

    BASELINE:
    A finding is known by its rule, its path and its facts, such as the message, never by its id or \
    its line. The file holds one a line, sorted, with tabs between these. Rules that are switched \
    off or cannot run keep their lines. Files of version 1, which hold sentences in place of facts, \
    are read as well.

    JSON:
    {"findings": […], "new": 1, "known": 2, "stale": […], "disabled": […]}. A finding has "rule", \
    "severity", "state" (new or known), "path", "id", "reason" and "remedy", and where they are \
    known "source" (file:line), "message" (kind, domain, code) and "related" (each with "what", \
    "path", "id", "source"). A stale entry has "rule", "path" and "reason", which is \
    what the baseline records of it.
    """
  }

  private static func describe(_ rule: LintRule) -> String {
    "\(rule.name) (\(rule.severity.rawValue))\n\(rule.looksFor) \(rule.definition)"
  }
}
