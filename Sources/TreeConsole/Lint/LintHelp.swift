import TreeAnalysis

/// What `help lint` says of the rules and of the files.
enum LintHelp {
  static var text: String {
    """
    The status is 0 where nothing new is found but notes, 1 where an error or a warning is, 2 where \
    the input is wrong.

    RULES:
    \(LintRule.all.map(describe).joined(separator: "\n\n"))

    SETTINGS:
    A JSON file: {"disabled": ["unheard-event"], "severity": {"leaked-model": "error"}}. Severities \
    are error, warning and note; what is not known is refused.

    BASELINE:
    A finding is known by its rule, its path and its reason, never by its id or its line. The file \
    holds one a line, sorted. Rules that are switched off or cannot run keep their lines.

    JSON:
    {"findings": […], "new": 1, "known": 2, "stale": […], "disabled": […]}. A finding has "rule", \
    "severity", "state" (new or known), "path", "id", "reason" and "remedy", and where they are \
    known "source" (file:line), "message" (kind, domain, code) and "related" (each with "what", \
    "path", "id", "source"). A stale entry has "rule", "path" and "reason".
    """
  }

  private static func describe(_ rule: LintRule) -> String {
    "\(rule.name) (\(rule.severity.rawValue))\n\(rule.looksFor) \(rule.definition)"
  }
}
