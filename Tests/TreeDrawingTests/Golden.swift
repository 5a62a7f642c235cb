/// The complete texts that tests compare with.
enum Golden {
  /// The diagram of `design/exam-master-trace.png`.
  static let examMasterTrace = #"""
    digraph "ExamMaster" {
      graph [rankdir=TB, newrank=true, splines=line, nodesep=0.35, ranksep=0.45, bgcolor="#ffffff", fontcolor="#101828", fontname="Helvetica,Arial,Liberation Sans,DejaVu Sans Condensed,sans-serif", fontsize=12, pad=0.2, labelloc=t, labeljust=l,
             label=<<font point-size="16"><b>error NetworkErrors.101</b> (badToken), raised at ExamOptionsPickerModel — handled by AppAuthorizedSession in 3 hops</font><br align="left"/><font point-size="6">&#160;</font><br/><font point-size="12"><font color="#b42318">▲ error</font>    <font color="#6938ef">△ bubble</font>    <font color="#026aa2">▼ event</font><font color="#475467">  that a model is registered for</font>    <font color="#b42318">━▶</font><font color="#475467">  its way, hop by hop</font></font><br align="left"/><font point-size="6">&#160;</font><br/>>]
      node [shape=plain, fontcolor="#101828", fontname="Helvetica,Arial,Liberation Sans,DejaVu Sans Condensed,sans-serif", fontsize=12]
      edge [color="#768294", arrowhead=none, arrowsize=0.7, tailport=s, headport=n, fontcolor="#101828", fontname="Helvetica,Arial,Liberation Sans,DejaVu Sans Condensed,sans-serif", fontsize=11]
      n1 [pos="288,289.5", label=<<table border="1" cellborder="0" cellspacing="0" cellpadding="0" color="#1f6f43" bgcolor="#ffffff">
        <tr><td align="left" width="336" height="24" bgcolor="#e7f5ec">&#160;&#160;<font point-size="14"><b>AppAuthorizedSession</b><font color="#475467">  session · handled here</font></font></td></tr>
        <tr><td align="left" width="336" height="18">&#160;&#160;<font color="#475467">service</font>  APIClient</td></tr>
        <tr><td align="left" width="336" height="21">&#160;&#160;<font color="#b42318">▲ error</font>  <b>NetworkErrors.101</b><font color="#475467"> badToken</font></td></tr></table>>, tooltip="/AppAuthorizedSession\n#1 · 1 subscription"]
      n2 [pos="288,184.5", label=<<table border="1" cellborder="0" cellspacing="0" cellpadding="0" color="#768294" bgcolor="#ffffff">
        <tr><td align="left" width="214" height="24" bgcolor="#eef1f6">&#160;&#160;<font point-size="14"><b>MainFlow</b></font></td></tr>
        <tr><td align="left" width="214" height="18">&#160;&#160;<font color="#6938ef">△ bubble</font>  MainFlow.ShowSideMenu</td></tr>
        <tr><td align="left" width="214" height="21">&#160;&#160;<font color="#026aa2">▼ event</font>  AppEvent.StartExam</td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow\n#2 · 2 subscriptions · RootRouter.swift:20"]
      n3 [pos="70,99.5", label=<<table border="1" cellborder="0" cellspacing="0" cellpadding="0" color="#768294" bgcolor="#ffffff">
        <tr><td align="left" width="138" height="23">&#160;&#160;<font point-size="14"><b>DashboardModel</b></font></td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow/DashboardModel\n#3 · no subscriptions"]
      n4 [pos="261,88.5", label=<<table border="1" cellborder="0" cellspacing="0" cellpadding="0" color="#768294" bgcolor="#ffffff">
        <tr><td align="left" width="200" height="24" bgcolor="#eef1f6">&#160;&#160;<font point-size="14"><b>SideMenuModel</b></font></td></tr>
        <tr><td align="left" width="200" height="21">&#160;&#160;<font color="#026aa2">▼ event</font>  AppEvent.ExamCreated</td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow/SideMenuModel\n#4 · 1 subscription"]
      n5 [pos="505,88.5", label=<<table border="1" cellborder="0" cellspacing="0" cellpadding="0" color="#768294" bgcolor="#ffffff">
        <tr><td align="left" width="244" height="24" bgcolor="#eef1f6">&#160;&#160;<font point-size="14"><b>ExamCreationFlow</b></font></td></tr>
        <tr><td align="left" width="244" height="21">&#160;&#160;<font color="#b42318">▲ error</font>  NetworkErrors.100<font color="#475467"> badResponse</font></td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow/ExamCreationFlow\n#5 · 1 subscription"]
      n6 [pos="270,12.5", label=<<table border="1" cellborder="0" cellspacing="0" cellpadding="0" color="#768294" bgcolor="#ffffff">
        <tr><td align="left" width="200" height="23">&#160;&#160;<font point-size="14"><b>ExamSubjectPickerModel</b></font></td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow/ExamCreationFlow/ExamSubjectPickerModel\n#6 · no subscriptions"]
      n7 [pos="485,12.5", label=<<table border="1" cellborder="0" cellspacing="0" cellpadding="0" color="#768294" bgcolor="#ffffff">
        <tr><td align="left" width="186" height="23">&#160;&#160;<font point-size="14"><b>ExamTopicPickerModel</b></font></td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow/ExamCreationFlow/ExamTopicPickerModel\n#7 · no subscriptions"]
      n8 [pos="741,12.5", label=<<table border="1" cellborder="0" cellspacing="0" cellpadding="0" color="#b42318" bgcolor="#ffffff">
        <tr><td align="left" width="282" height="23" bgcolor="#fef3f2">&#160;&#160;<font point-size="14"><b>ExamOptionsPickerModel</b><font color="#475467">  raised here</font></font></td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow/ExamCreationFlow/ExamOptionsPickerModel\n#8 · no subscriptions"]
      n1 -> n2 [color="#b42318", penwidth=2.4, dir=back, arrowtail=normal, label="3", lp="280,225", pos="s,288,257 288,249 288,249 288,217 288,217"]
      n2 -> n3 [pos="288,136 288,136 70,136 70,136 70,136 70,112 70,112"]
      n2 -> n4 [pos="288,136 288,136 261,136 261,136 261,136 261,112 261,112"]
      n2 -> n5 [color="#b42318", penwidth=2.4, dir=back, arrowtail=normal, label="2", lp="497,120", pos="s,288,152 288,144 288,144 288,136 288,136 288,136 505,136 505,136 505,136 505,112 505,112"]
      n5 -> n6 [pos="505,49 505,49 270,49 270,49 270,49 270,25 270,25"]
      n5 -> n7 [pos="505,49 505,49 485,49 485,49 485,49 485,25 485,25"]
      n5 -> n8 [color="#b42318", penwidth=2.4, dir=back, arrowtail=normal, label="1", lp="733,33", pos="s,505,65 505,57 505,57 505,49 505,49 505,49 741,49 741,49 741,49 741,25 741,25"]
    }

    """#
}
