extension `Tracing a message` {
  /// One question for each way that a message can end.
  static let questions: [Question] = [
    Question(
      words: ["error", "NetworkErrors.101", "--from", "ExamOptionsPickerModel"],
      text: """
        error NetworkErrors.101 (badToken) raised at ExamOptionsPickerModel #8

           0  ExamOptionsPickerModel  passed   nothing registered for errors
           1  ExamCreationFlow        passed   only other codes of NetworkErrors: 100 (badResponse) at Exam.swift:20
           2  MainFlow                passed   nothing registered for errors
           3  AppAuthorizedSession    handled  registered for this code at Session.swift:15

        handled by AppAuthorizedSession after 3 hops

        near misses:
          /AppAuthorizedSession/MainFlow/ExamCreationFlow is on the way, but registered for \
        NetworkErrors.100 (badResponse) at Exam.swift:20

        """,
      json: #"{"message": {"kind": "error", "domain": "NetworkErrors", "code": "101"}, "from": 8, "#
        + #""hops": [{"node": 8, "verdict": "passed", "reason": "no-handlers"}, "#
        + #"{"node": 5, "verdict": "passed", "reason": "other-codes"}, "#
        + #"{"node": 2, "verdict": "passed", "reason": "no-handlers"}, "#
        + #"{"node": 1, "verdict": "handled", "reason": "code"}], "#
        + #""outcome": "handled", "handler": 1, "near": [{"node": 5, "why": "other-code", "#
        + #""kind": "error", "domain": "NetworkErrors", "code": "100", "source": "Exam.swift:20"}]}"#
    ),
    Question(
      words: ["error", "badResponse", "--from", "#8"],
      text: """
        error NetworkErrors.100 (badResponse) raised at ExamOptionsPickerModel #8

           0  ExamOptionsPickerModel  passed   nothing registered for errors
           1  ExamCreationFlow        handled  registered for this code at Exam.swift:20

        handled by ExamCreationFlow after 1 hop

        """,
      json: #"{"message": {"kind": "error", "domain": "NetworkErrors", "code": "100"}, "from": 8, "#
        + #""hops": [{"node": 8, "verdict": "passed", "reason": "no-handlers"}, "#
        + #"{"node": 5, "verdict": "handled", "reason": "code"}], "#
        + #""outcome": "handled", "handler": 5}"#),
    Question(
      words: ["--from", "#5", "error", "NetworkErrors.999"],
      text: """
        error NetworkErrors.999 raised at ExamCreationFlow #5

           0  ExamCreationFlow      passed   only other codes of NetworkErrors: 100 (badResponse) at Exam.swift:20
           1  MainFlow              passed   nothing registered for errors
           2  AppAuthorizedSession  passed   only other codes of NetworkErrors: 101 (badToken) at Session.swift:15

        uncaught: no model up to the root is registered for it; it ends in AppAuthorizedSession, \
        which is notified

        near misses:
          /AppAuthorizedSession/MainFlow/ExamCreationFlow is on the way, but registered for \
        NetworkErrors.100 (badResponse) at Exam.swift:20
          /AppAuthorizedSession is on the way, but registered for NetworkErrors.101 (badToken) at \
        Session.swift:15

        """,
      json: #"{"message": {"kind": "error", "domain": "NetworkErrors", "code": "999"}, "from": 5, "#
        + #""hops": [{"node": 5, "verdict": "passed", "reason": "other-codes"}, "#
        + #"{"node": 2, "verdict": "passed", "reason": "no-handlers"}, "#
        + #"{"node": 1, "verdict": "passed", "reason": "other-codes"}], "outcome": "uncaught", "#
        + #""near": [{"node": 5, "why": "other-code", "kind": "error", "domain": "NetworkErrors", "#
        + #""code": "100", "source": "Exam.swift:20"}, {"node": 1, "why": "other-code", "#
        + #""kind": "error", "domain": "NetworkErrors", "code": "101", "#
        + #""source": "Session.swift:15"}]}"#,
      note: "nothing in this tree declares, raises or handles error NetworkErrors.999; "
        + "did you mean 'NetworkErrors.100'?"),
    Question(
      words: ["bubble", "ShowSideMenu", "--from", "DashboardModel"],
      text: """
        bubble MainFlow.ShowSideMenu raised at DashboardModel #3

           0  DashboardModel  passed   nothing registered for bubbles
           1  MainFlow        handled  registered for this code at Flow.swift:39

        handled by MainFlow after 1 hop

        """,
      json: #"{"message": {"kind": "bubble", "domain": "MainFlow", "code": "ShowSideMenu"}, "#
        + #""from": 3, "hops": [{"node": 3, "verdict": "passed", "reason": "no-handlers"}, "#
        + #"{"node": 2, "verdict": "handled", "reason": "code"}], "outcome": "handled", "#
        + #""handler": 2}"#),
    Question(
      words: ["bubble", "Menu.Close", "--from", "SideMenuModel"],
      text: """
        bubble Menu.Close raised at SideMenuModel #4

           0  SideMenuModel         passed   nothing registered for bubbles
           1  MainFlow              passed   only other domains: MainFlow
           2  AppAuthorizedSession  passed   nothing registered for bubbles

        unhandled: no model up to the root is registered for it; nothing happens

        """,
      json: #"{"message": {"kind": "bubble", "domain": "Menu", "code": "Close"}, "from": 4, "#
        + #""hops": [{"node": 4, "verdict": "passed", "reason": "no-handlers"}, "#
        + #"{"node": 2, "verdict": "passed", "reason": "other-domains"}, "#
        + #"{"node": 1, "verdict": "passed", "reason": "no-handlers"}], "outcome": "unhandled"}"#,
      note: "nothing in this tree declares, raises or handles bubble Menu.Close"),
    Question(
      words: ["event", "tick", "--from", "DashboardModel"],
      text: """
        event Clock.tick raised at DashboardModel #3
        it goes down from AppAuthorizedSession to every model registered for it

           1  /AppAuthorizedSession/MainFlow                registered for all of Clock
           2  /AppAuthorizedSession/MainFlow/SideMenuModel  registered for this code

        delivered to 2 models, in this order

        """,
      json: #"{"message": {"kind": "event", "domain": "Clock", "code": "tick"}, "from": 3, "#
        + #""receivers": [2, 4], "outcome": "delivered"}"#),
    Question(
      words: ["event", "AppEvent.LogOut", "--from", "Exam*Flow"],
      text: """
        event AppEvent.LogOut raised at ExamCreationFlow #5
        it goes down from AppAuthorizedSession to every model registered for it

        unheard: no model below that session is registered for it

        """,
      json: #"{"message": {"kind": "event", "domain": "AppEvent", "code": "LogOut"}, "from": 5, "#
        + #""receivers": [], "outcome": "unheard"}"#,
      note: "nothing in this tree declares, raises or handles event AppEvent.LogOut"),
  ]
}
