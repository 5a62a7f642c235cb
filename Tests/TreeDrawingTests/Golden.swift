/// The complete texts that tests compare with.
enum Golden {
  /// The diagram of `design/exam-master-trace.png`.
  static let examMasterTrace = #"""
    digraph "ExamMaster" {
      graph [rankdir=TB, newrank=true, splines=line, nodesep=0.35, ranksep=0.45, bgcolor="#ffffff", fontname="Helvetica,Arial,Liberation Sans,DejaVu Sans Condensed,sans-serif", fontsize=11, pad=0.2, labelloc=t, labeljust=l,
             label=<<font point-size="14"><b>error NetworkErrors.101</b> raised at ExamOptionsPickerModel — handled by AppAuthorizedSession in 3 hops</font><br align="left"/><font point-size="11"><font color="#b42318">▲ error</font>    <font color="#6938ef">△ bubble</font>    <font color="#026aa2">▼ event</font><font color="#475467">  that a model is registered for</font>    <font color="#b42318">━▶</font><font color="#475467">  its way, hop by hop</font></font><br align="left"/>>]
      node [shape=plain, fontname="Helvetica,Arial,Liberation Sans,DejaVu Sans Condensed,sans-serif", fontsize=11]
      edge [color="#768294", arrowhead=none, arrowsize=0.7, tailport=s, headport=n, fontname="Helvetica,Arial,Liberation Sans,DejaVu Sans Condensed,sans-serif", fontsize=9]
      n1 [pos="253,261.5", label=<<table border="1" cellborder="0" cellspacing="0" cellpadding="0" color="#1f6f43" bgcolor="#ffffff">
        <tr><td align="left" width="266" height="19" bgcolor="#e7f5ec">&#160;&#160;<b>AppAuthorizedSession</b><font color="#475467">  session · handled here</font></td></tr>
        <tr><td align="left" width="266" height="16">&#160;&#160;<font color="#475467">service</font>  APIClient</td></tr>
        <tr><td align="left" width="266" height="18">&#160;&#160;<font color="#b42318">▲ error</font>  <b>NetworkErrors.101</b><font color="#475467"> badToken</font></td></tr></table>>, tooltip="/AppAuthorizedSession\n#1 · 1 subscription"]
      n2 [pos="253,166.5", label=<<table border="1" cellborder="0" cellspacing="0" cellpadding="0" color="#768294" bgcolor="#ffffff">
        <tr><td align="left" width="196" height="19" bgcolor="#eef1f6">&#160;&#160;<b>MainFlow</b></td></tr>
        <tr><td align="left" width="196" height="16">&#160;&#160;<font color="#6938ef">△ bubble</font>  MainFlow.ShowSideMenu</td></tr>
        <tr><td align="left" width="196" height="18">&#160;&#160;<font color="#026aa2">▼ event</font>  AppEvent.StartExam</td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow\n#2 · 2 subscriptions · RootRouter.swift:20"]
      n3 [pos="56,89", label=<<table border="1" cellborder="0" cellspacing="0" cellpadding="0" color="#768294" bgcolor="#ffffff">
        <tr><td align="left" width="110" height="18">&#160;&#160;<b>DashboardModel</b></td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow/DashboardModel\n#3 · no subscriptions"]
      n4 [pos="224,79.5", label=<<table border="1" cellborder="0" cellspacing="0" cellpadding="0" color="#768294" bgcolor="#ffffff">
        <tr><td align="left" width="182" height="19" bgcolor="#eef1f6">&#160;&#160;<b>SideMenuModel</b></td></tr>
        <tr><td align="left" width="182" height="18">&#160;&#160;<font color="#026aa2">▼ event</font>  AppEvent.ExamCreated</td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow/SideMenuModel\n#4 · 1 subscription"]
      n5 [pos="449,79.5", label=<<table border="1" cellborder="0" cellspacing="0" cellpadding="0" color="#768294" bgcolor="#ffffff">
        <tr><td align="left" width="224" height="19" bgcolor="#eef1f6">&#160;&#160;<b>ExamCreationFlow</b></td></tr>
        <tr><td align="left" width="224" height="18">&#160;&#160;<font color="#b42318">▲ error</font>  NetworkErrors.100<font color="#475467"> badResponse</font></td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow/ExamCreationFlow\n#5 · 1 subscription"]
      n6 [pos="259,10", label=<<table border="1" cellborder="0" cellspacing="0" cellpadding="0" color="#768294" bgcolor="#ffffff">
        <tr><td align="left" width="158" height="18">&#160;&#160;<b>ExamSubjectPickerModel</b></td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow/ExamCreationFlow/ExamSubjectPickerModel\n#6 · no subscriptions"]
      n7 [pos="433,10", label=<<table border="1" cellborder="0" cellspacing="0" cellpadding="0" color="#768294" bgcolor="#ffffff">
        <tr><td align="left" width="146" height="18">&#160;&#160;<b>ExamTopicPickerModel</b></td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow/ExamCreationFlow/ExamTopicPickerModel\n#7 · no subscriptions"]
      n8 [pos="640,10", label=<<table border="1" cellborder="0" cellspacing="0" cellpadding="0" color="#b42318" bgcolor="#ffffff">
        <tr><td align="left" width="224" height="18" bgcolor="#fef3f2">&#160;&#160;<b>ExamOptionsPickerModel</b><font color="#475467">  raised here</font></td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow/ExamCreationFlow/ExamOptionsPickerModel\n#8 · no subscriptions"]
      n1 -> n2 [color="#b42318", penwidth=2.4, dir=back, arrowtail=normal, label="3", lp="247,200", pos="s,253,234 253,226 253,226 253,194 253,194"]
      n2 -> n3 [pos="251.8,123 251.8,123 56,123 56,123 56,123 56,99 56,99"]
      n2 -> n4 [pos="251.8,123 251.8,123 224,123 224,123 224,123 224,99 224,99"]
      n2 -> n5 [color="#b42318", penwidth=2.4, dir=back, arrowtail=normal, label="2", lp="443,105", pos="s,253,139 253,131 253,131 253,123 253,123 253,123 449,123 449,123 449,123 449,99 449,99"]
      n5 -> n6 [pos="447.8,44 447.8,44 259,44 259,44 259,44 259,20 259,20"]
      n5 -> n7 [pos="447.8,44 447.8,44 433,44 433,44 433,44 433,20 433,20"]
      n5 -> n8 [color="#b42318", penwidth=2.4, dir=back, arrowtail=normal, label="1", lp="634,26", pos="s,449,60 449,52 449,52 449,44 449,44 449,44 640,44 640,44 640,44 640,20 640,20"]
    }

    """#
}
