import Foundation

/// The tree that the console's tests look at.
enum ExamMaster {
  /// A recorded run of it, in which an error was uncaught because its handler had gone.
  static let journal = sample("exam-master-upload")

  /// The journal of a sample app.
  static func sample(_ name: String) -> String {
    URL(filePath: #filePath).appending(path: "../../../../samples/journals/\(name).journal")
      .standardized.path()
  }

  static let dump = #"""
    {
      "format": "model-tree",
      "version": 1,
      "name": "ExamMaster",
      "messages": [
        {"kind": "error", "domain": "NetworkErrors", "code": "100", "label": "badResponse"},
        {"kind": "error", "domain": "NetworkErrors", "code": "101", "label": "badToken"},
        {"kind": "bubble", "domain": "MainFlow", "code": "ShowSideMenu"},
        {"kind": "event", "domain": "AppEvent", "code": "StartExam"}
      ],
      "nodes": [
        {"id": 1, "type": "AppAuthorizedSession", "session": true, "services": ["APIClient", "Store"], "handles": [{"kind": "error", "domain": "NetworkErrors", "code": "101", "label": "badToken", "source": "Session.swift:15"}], "source": "App.swift:16", "state": {"user": "Anna"}},
        {"id": 2, "parent": 1, "type": "MainFlow", "label": "main", "representation": "MainFlowController", "handles": [{"kind": "bubble", "domain": "MainFlow", "code": "ShowSideMenu", "source": "Flow.swift:39"}, {"kind": "event", "domain": "AppEvent", "code": "StartExam", "source": "Flow.swift:40"}, {"kind": "event", "domain": "Clock"}], "source": "Session.swift:22"},
        {"id": 3, "parent": 2, "type": "DashboardModel", "raises": [{"kind": "bubble", "domain": "MainFlow", "code": "ShowSideMenu"}, {"kind": "event", "domain": "AppEvent", "code": "StartExam"}], "source": "Flow.swift:41"},
        {"id": 4, "parent": 2, "type": "SideMenuModel", "handles": [{"kind": "event", "domain": "AppEvent", "code": "ExamCreated", "source": "Flow.swift:80"}, {"kind": "event", "domain": "Clock", "code": "tick"}], "state": {"examsCount": "0"}},
        {"id": 5, "parent": 2, "type": "ExamCreationFlow", "handles": [{"kind": "error", "domain": "NetworkErrors", "code": "100", "label": "badResponse", "source": "Exam.swift:20"}], "raises": [{"kind": "event", "domain": "AppEvent", "code": "ExamCreated"}], "source": "Flow.swift:51"},
        {"id": 6, "parent": 5, "type": "ExamSubjectPickerModel", "raises": [{"kind": "error", "domain": "NetworkErrors", "code": "100", "label": "badResponse"}], "source": "Exam.swift:22", "state": {"subjects": "5"}},
        {"id": 7, "parent": 5, "type": "ExamTopicPickerModel", "source": "Exam.swift:29"},
        {"id": 8, "parent": 5, "type": "ExamOptionsPickerModel", "source": "Exam.swift:34", "state": {"minutes": "60", "questions": "30"}}
      ]
    }

    """#

  /// The text of a dump around its nodes, each on a line of its own from line 2.
  static func dump(nodes: [String]) -> String {
    "{\"format\": \"model-tree\", \"version\": 1, \"nodes\": [\n"
      + nodes.joined(separator: ",\n") + "\n]}\n"
  }

  /// A dump of a root with a number of leaves.
  static func star(_ count: Int) -> String {
    dump(
      nodes: [#"{"id": 0, "type": "Root", "session": true}"#]
        + (1...count).map { #"{"id": \#($0), "parent": 0, "type": "Leaf"}"# })
  }

  /// The dump of a chain of a number of models.
  static func chain(_ count: Int) -> String {
    dump(
      nodes: [#"{"id": 1, "type": "Root"}"#]
        + (2...count).map { #"{"id": \#($0), "parent": \#($0 - 1), "type": "Link"}"# })
  }

  /// The dump of a chain of a number of models, each registered for 24 errors.
  static func tall(_ count: Int) -> String {
    let handles = (1...24).map { #"{"kind": "error", "domain": "Errors", "code": "\#($0)"}"# }
      .joined(separator: ", ")
    return dump(
      nodes: [#"{"id": 0, "type": "Root"}"#]
        + (1...count).map {
          #"{"id": \#($0), "parent": \#($0 - 1), "type": "Model\#($0)", "handles": [\#(handles)]}"#
        })
  }
}
