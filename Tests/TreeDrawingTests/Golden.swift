/// The complete texts that tests compare with.
enum Golden {
  /// The diagram of `design/exam-master-trace.png`.
  static let examMasterTrace = #"""
    digraph "ExamMaster" {
      graph [rankdir=TB, newrank=true, splines=line, nodesep=0.35, ranksep=0.45, bgcolor="#ffffff", fontname="Helvetica,Arial,Liberation Sans,DejaVu Sans Condensed,sans-serif", fontsize=11, pad=0.2, labelloc=t, labeljust=l,
             label=<<font point-size="14"><b>error NetworkErrors.101</b> raised at ExamOptionsPickerModel — handled by AppAuthorizedSession in 3 hops</font><br align="left"/><font point-size="11"><font color="#b42318">▲ error</font>    <font color="#6938ef">△ bubble</font>    <font color="#026aa2">▼ event</font><font color="#475467">  that a model is registered for</font>    <font color="#b42318">━▶</font><font color="#475467">  its way, hop by hop</font></font><br align="left"/>>]
      node [shape=plain, fontname="Helvetica,Arial,Liberation Sans,DejaVu Sans Condensed,sans-serif", fontsize=11]
      edge [color="#768294", arrowhead=none, arrowsize=0.7, tailport=s, headport=n, fontname="Helvetica,Arial,Liberation Sans,DejaVu Sans Condensed,sans-serif", fontsize=9]
      n1 [pos="133.5,243.5", label=<<table border="1" cellborder="0" cellspacing="0" cellpadding="0" color="#1f6f43" bgcolor="#ffffff">
        <tr><td align="left" width="265" height="19" bgcolor="#e7f5ec">&#160;&#160;<b>AppAuthorizedSession</b><font color="#475467">  session · handled here</font></td></tr>
        <tr><td align="left" width="265" height="16">&#160;&#160;<font color="#475467">service</font>  APIClient</td></tr>
        <tr><td align="left" width="265" height="18">&#160;&#160;<font color="#b42318">▲ error</font>  <b>NetworkErrors.101</b><font color="#475467"> badToken</font></td></tr></table>>, tooltip="/AppAuthorizedSession\n#1 · 1 subscription"]
      n2 [pos="98.5,173.5", label=<<table border="1" cellborder="0" cellspacing="0" cellpadding="0" color="#768294" bgcolor="#ffffff">
        <tr><td align="left" width="195" height="19" bgcolor="#eef1f6">&#160;&#160;<b>MainFlow</b></td></tr>
        <tr><td align="left" width="195" height="16">&#160;&#160;<font color="#6938ef">△ bubble</font>  MainFlow.ShowSideMenu</td></tr>
        <tr><td align="left" width="195" height="18">&#160;&#160;<font color="#026aa2">▼ event</font>  AppEvent.StartExam</td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow\n#2 · 2 subscriptions · RootRouter.swift:20"]
      n3 [pos="81.5,112", label=<<table border="1" cellborder="0" cellspacing="0" cellpadding="0" color="#768294" bgcolor="#ffffff">
        <tr><td align="left" width="109" height="18">&#160;&#160;<b>DashboardModel</b></td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow/DashboardModel\n#3 · no subscriptions"]
      n4 [pos="118,76.5", label=<<table border="1" cellborder="0" cellspacing="0" cellpadding="0" color="#768294" bgcolor="#ffffff">
        <tr><td align="left" width="182" height="19" bgcolor="#eef1f6">&#160;&#160;<b>SideMenuModel</b></td></tr>
        <tr><td align="left" width="182" height="18">&#160;&#160;<font color="#026aa2">▼ event</font>  AppEvent.ExamCreated</td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow/SideMenuModel\n#4 · 1 subscription"]
      n5 [pos="337.5,102.5", label=<<table border="1" cellborder="0" cellspacing="0" cellpadding="0" color="#768294" bgcolor="#ffffff">
        <tr><td align="left" width="223" height="19" bgcolor="#eef1f6">&#160;&#160;<b>ExamCreationFlow</b></td></tr>
        <tr><td align="left" width="223" height="18">&#160;&#160;<font color="#b42318">▲ error</font>  NetworkErrors.100<font color="#475467"> badResponse</font></td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow/ExamCreationFlow\n#5 · 1 subscription"]
      n6 [pos="331,62", label=<<table border="1" cellborder="0" cellspacing="0" cellpadding="0" color="#768294" bgcolor="#ffffff">
        <tr><td align="left" width="158" height="18">&#160;&#160;<b>ExamSubjectPickerModel</b></td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow/ExamCreationFlow/ExamSubjectPickerModel\n#6 · no subscriptions"]
      n7 [pos="325,36", label=<<table border="1" cellborder="0" cellspacing="0" cellpadding="0" color="#768294" bgcolor="#ffffff">
        <tr><td align="left" width="146" height="18">&#160;&#160;<b>ExamTopicPickerModel</b></td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow/ExamCreationFlow/ExamTopicPickerModel\n#7 · no subscriptions"]
      n8 [pos="363.5,10", label=<<table border="1" cellborder="0" cellspacing="0" cellpadding="0" color="#b42318" bgcolor="#ffffff">
        <tr><td align="left" width="223" height="18" bgcolor="#fef3f2">&#160;&#160;<b>ExamOptionsPickerModel</b><font color="#475467">  raised here</font></td></tr></table>>, tooltip="/AppAuthorizedSession/MainFlow/ExamCreationFlow/ExamOptionsPickerModel\n#8 · no subscriptions"]
      n1 -> n2 [color="#b42318", penwidth=2.4, dir=back, arrowtail=normal, xlabel="3", xlp="4,207", pos="s,10,216 10,208 10,208 10,201 10,201"]
      n2 -> n3 [pos="10,133.8 10,133.8 10,112 10,112 10,112 26,112 26,112"]
      n2 -> n4 [pos="10,133.8 10,133.8 10,85 10,85 10,85 26,85 26,85"]
      n2 -> n5 [color="#b42318", penwidth=2.4, dir=back, arrowtail=normal, xlabel="2", xlp="229,128", pos="s,10,146 10,138 10,138 10,135 10,135 10,135 235,135 235,135 235,135 235,122 235,122"]
      n5 -> n6 [pos="236.2,62 236.2,62 251,62 251,62"]
      n5 -> n7 [pos="236.2,36 236.2,36 251,36 251,36"]
      n5 -> n8 [color="#b42318", penwidth=2.4, dir=back, arrowtail=normal, xlabel="1", xlp="243,16", pos="s,235,83 235,75 235,75 235,10 235,10 235,10 251,10 251,10"]
    }

    """#
}
