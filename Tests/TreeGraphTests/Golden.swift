/// What the tests compare with, whole.
enum Golden {
  /// The diagram of `design/exam-master-trace.png`.
  static let examMasterTrace = #"""
    digraph "ExamMaster" {
      graph [rankdir=TB, newrank=true, splines=line, nodesep=0.35, ranksep=0.45, bgcolor="#ffffff", fontname="Helvetica,Arial,sans-serif", fontsize=11, pad=0.3, labelloc=t, labeljust=l,
             label=<<b>error NetworkErrors.101</b> raised at ExamOptionsPickerModel — handled by AppAuthorizedSession in 3 hops<br align="left"/>>]
      node [shape=plain, fontname="Helvetica,Arial,sans-serif", fontsize=10]
      edge [color="#98a2b3", arrowhead=none, penwidth=1.1, tailport=s, headport=n, fontname="Helvetica,Arial,sans-serif", fontsize=9]
      n1 [label=<<table border="0" cellborder="1" cellspacing="0" cellpadding="5" color="#1f6f43" bgcolor="#ffffff">
        <tr><td align="left" bgcolor="#e7f5ec"><b>AppAuthorizedSession</b>  <font color="#475467" point-size="9">session · handled here</font></td></tr>
        <tr><td align="left"><font color="#667085">service</font>  APIClient</td></tr>
        <tr><td align="left"><font color="#b42318">▲ error</font>  <b>NetworkErrors.101</b> <font color="#667085">badToken</font></td></tr></table>>, tooltip="/AppAuthorizedSession\n#1 · 1 subscription"]
      n2 [label=<<table border="0" cellborder="1" cellspacing="0" cellpadding="5" color="#98a2b3" bgcolor="#ffffff">
        <tr><td align="left" bgcolor="#f2f4f7"><b>MainFlow</b></td></tr>
        <tr><td align="left"><font color="#6938ef">△ bubble</font>  MainFlow.ShowSideMenu</td></tr>
        <tr><td align="left"><font color="#026aa2">▼ event</font>  AppEvent.StartExam</td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow\n#2 · 2 subscriptions · RootRouter.swift:20"]
      n3 [label=<<table border="0" cellborder="1" cellspacing="0" cellpadding="5" color="#98a2b3" bgcolor="#ffffff">
        <tr><td align="left" bgcolor="#f2f4f7"><b>DashboardModel</b></td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow/DashboardModel\n#3 · no subscriptions"]
      n4 [label=<<table border="0" cellborder="1" cellspacing="0" cellpadding="5" color="#98a2b3" bgcolor="#ffffff">
        <tr><td align="left" bgcolor="#f2f4f7"><b>SideMenuModel</b></td></tr>
        <tr><td align="left"><font color="#026aa2">▼ event</font>  AppEvent.ExamCreated</td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow/SideMenuModel\n#4 · 1 subscription"]
      n5 [label=<<table border="0" cellborder="1" cellspacing="0" cellpadding="5" color="#98a2b3" bgcolor="#ffffff">
        <tr><td align="left" bgcolor="#f2f4f7"><b>ExamCreationFlow</b></td></tr>
        <tr><td align="left"><font color="#b42318">▲ error</font>  NetworkErrors.100 <font color="#667085">badResponse</font></td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow/ExamCreationFlow\n#5 · 1 subscription"]
      n6 [label=<<table border="0" cellborder="1" cellspacing="0" cellpadding="5" color="#98a2b3" bgcolor="#ffffff">
        <tr><td align="left" bgcolor="#f2f4f7"><b>ExamSubjectPickerModel</b></td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow/ExamCreationFlow/ExamSubjectPickerModel\n#6 · no subscriptions"]
      n7 [label=<<table border="0" cellborder="1" cellspacing="0" cellpadding="5" color="#98a2b3" bgcolor="#ffffff">
        <tr><td align="left" bgcolor="#f2f4f7"><b>ExamTopicPickerModel</b></td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow/ExamCreationFlow/ExamTopicPickerModel\n#7 · no subscriptions"]
      n8 [label=<<table border="0" cellborder="1" cellspacing="0" cellpadding="5" color="#b42318" bgcolor="#ffffff">
        <tr><td align="left" bgcolor="#fef3f2"><b>ExamOptionsPickerModel</b>  <font color="#475467" point-size="9">raised here</font></td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow/ExamCreationFlow/ExamOptionsPickerModel\n#8 · no subscriptions"]
      n1 -> n2 [color="#b42318", penwidth=2.4, dir=back, arrowtail=normal, xlabel="3"]
      n2 -> n3
      n2 -> n4
      n2 -> n5 [color="#b42318", penwidth=2.4, dir=back, arrowtail=normal, xlabel="2"]
      n5 -> n6
      n5 -> n7
      n5 -> n8 [color="#b42318", penwidth=2.4, dir=back, arrowtail=normal, xlabel="1"]
    }

    """#
}
