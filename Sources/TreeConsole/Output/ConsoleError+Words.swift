package import TextIO
import TreeJournal
import TreeSnapshot

extension ConsoleError: CustomStringConvertible {
  /// One line that says what is wrong and what to do.
  package var description: String { words.string }

  /// One line that says what is wrong and what to do.
  package var words: SafeText {
    switch self {
    case .missing(let part): part.words
    case .unknown(let noun, let word, let nearest): noun.words(word, nearest)
    case .outOfRange(.depth(let depth)):
      "--depth \(depth): give the number of levels to show, 0 or more"
    case .outOfRange(.boxes(let boxes)):
      "--boxes \(boxes): give the number of boxes to draw at most, 1 or more"
    case .outOfRange(.rows(let rows)):
      "--limit \(rows): give the number of rows to draw at most, 1 or more"
    case .outOfRange(.pause(let seconds)):
      "--every \(seconds): give a number of seconds above 0, up to 3600"
    case .outOfRange(.times(let times)): "--times \(times): give a number from 1"
    case .outOfRange(.seconds(let seconds)):
      "wait \(seconds): give a number of seconds from 0 to 3600"
    case .conflict(let conflict): conflict.words
    case .misuse(let usage): "write it as: \(usage)"
    // A question ends its sentence.
    case .parser(let message, let hint) where message.hasSuffix("?"):
      "\(message) \(hint.prefix(1).uppercased() + hint.dropFirst())"
    case .parser(let message, let hint): "\(message); \(hint)"
    case .lacks(let capability, let kind):
      "\(capability.reason(kind)); \(capability.remedy(kind))"
    case .promptOnly(let name):
      "'\(name)' works at a prompt only: modeltree repl DUMP, or in the app"
    case .programAtPrompt(let name):
      "leave '\(name)' out: the prompt's commands are the same"
    case .notACommand(let word, let remedy): "'\(word)' is not a command; \(remedy)"
    case .ambiguousCommand(let word, let names):
      "'\(word)' could be \(names.joined(separator: ", ")); type more of one"
    case .terminalOnly(let name): "'\(name)' works at the prompt of a terminal only"
    case .noProcess: "the system starts no process; try again without '|'"
    case .inFile(let file, let line, let words): "\(file):\(line): \(words)"
    case .sourcesTooDeep(let file, let limit):
      "'\(file)' lies \(limit) files deep; put the commands into fewer files"
    case .tooManyWords(let count, let limit):
      "the line has \(count) words; a command is read from \(limit) at most: give it several lines"
    case .sourceInItself(let file): "'\(file)' is being read already; a file cannot run itself"
    case .noSuchFound(let name, let count):
      count == 0
        ? "\(name) stands for nothing yet; 'find', 'show' and 'here' set it"
        : "\(name) stands for nothing: the last answer was about \(counted(count, "model"))"
    case .foundHasLeft(let name, let id):
      "\(name) was #\(id), which has left the tree; find it again"
    case .aboveRoot(let root): "there is nothing above the root, \(root)"
    case .nothingBefore: "there is no current model to go back to"
    case .noOneChild(let parent, let asked, let fitting, let children, let count):
      Self.noOneChild(of: parent, asked, fitting, children, count)
    case .severalModels(let name, let count, let living, let departed):
      Self.severalModels(name, count, living, departed)
    case .notInTree(let name, let model, let why):
      "'\(name)' is \(model), which \(why); 'history' tells its life"
    case .leaked(let name, let model):
      "'\(name)' is \(model.type) #\(model.id), which left the tree and is still alive"
        + (model.path.map { "; it was \($0)" } ?? "")
        + (model.source.map { ", created at \($0)" } ?? "") + "; 'leaks' lists such models"
    case .otherTree: "the app has opened another tree meanwhile; look again"
    case .nothingToUndo: "nothing is changed yet"
    case .alreadyRegistered(let model, let source):
      "\(model) is registered for it already\(source.map { " at \($0)" } ?? "")"
    case .badDump(let error, let command, let dump):
      "\(error); the dump comes first: modeltree \(command) \(dump) …"
    case .dumpAsSpec(let name, .secondFile(let dump)):
      "'\(name)' is a dump, not a spec; 'diff \(dump) \(name)' compares two dumps"
    case .dumpAsSpec(let name, let place): "'\(name)' is not a spec; \(place.words(name))"
    case .noSuchSpec(let name): "there is no '\(name)'; name specs, or folders of them"
    case .noSpecs(let folder): "no file in the folder '\(folder)' ends in '.treespec'"
    case .noFileMatches(let pattern): "no file matches '\(pattern)'; check the path"
    case .noDumpFiles(let folder): "no file in the folder '\(folder)' ends in '.json'"
    case .noTreeInJournal(let path, let error): "\(path): \(error.description)"
    case .noDumps(let folder):
      "no dump in '\(folder)' has the name of a spec; nothing was checked"
    case .specsRefused: "a spec could not be used; see the lines above"
    case .updateInCI:
      """
      CI is set, and a spec that is changed there is accepted unread: run --update where you can \
      look at it, or add --force
      """
    case .answerNotWritten(let number):
      "cannot write the answer: \(SafeText(errno: number))"
    }
  }
}

extension ConsoleError {
  private static func severalModels(
    _ name: String, _ count: Int, _ living: [String], _ departed: [String]
  ) -> SafeText {
    let groups: [(names: [String], what: SafeText)] = [
      (living, "in the tree"), (departed, "not in it"),
    ]
    let lists = groups.filter { !$0.names.isEmpty }.map { names, what -> SafeText in
      "\(names.joined(separator: ", ")) (\(what))"
    }
    let more = count - living.count - departed.count
    return "'\(name)' matches \(count) models: \(lists.joined(separator: ", "))"
      + (more > 0 ? " and \(more) more" : "") + "; name one by its id"
  }

  private static func noOneChild(
    of parent: String, _ asked: String?, _ fitting: Int, _ children: [String], _ count: Int
  ) -> SafeText {
    if count == 0 { return "\(parent) has no children" }
    let names = children.joined(separator: ", ")
    let rest: SafeText = count > children.count ? " and \(count - children.count) more" : ""
    let list: SafeText = "\(names)\(rest); name one, or give its place from 1 to \(count)"
    guard let asked else { return "\(parent) has \(count) children: \(list)" }
    return fitting == 0
      ? "no child of \(parent) is '\(asked)'; there \(count == 1 ? "is" : "are") \(list)"
      : "'\(asked)' matches \(fitting) children of \(parent); give the place of one, from 1 to \(count)"
  }
}

extension ConsoleError.Part {
  fileprivate var words: SafeText {
    switch self {
    case .raiser: "say which model raises it: --from SELECTOR"
    case .shownModel: "say which model to show: show DUMP SELECTOR"
    case .baseline: "--strict needs a baseline: --baseline FILE"
    case .asSpec: "--unordered is for a spec: add --as-spec"
    case .tracedMessage: "--from needs a message: --trace KIND NAME"
    case .reportFile(let format): "--report \(format) needs a file: --report \(format)=FILE"
    case .rules: "a baseline is of rules: add --rules FILE"
    case .patchOfRoutes: "--routes says what --update=patch changes as well: add --update=patch"
    case .updateToPreview: "--dry-run shows what --update would change: add --update=patch"
    case .specFolder: "name the folder for the specs: check dumps specs --update=missing"
    case .commands: "the dump takes up standard input; give the commands with -c"
    case .traceFile(let format): "a trace for \(format) is not text; name its file with -o FILE"
    case .drawingFile(let format):
      "\(format.uppercased()) is not text; name a file: -o tree.\(format)"
    case .drawingPlace:
      "name a file for the drawing: render -o tree.svg; 'render --format dot' shows its text"
    case .pageServer(let folder):
      """
      'modeltree-page', which serves the page, is not in '\(folder)'; build it there: \
      swift build -c release --product modeltree-page
      """
    case .times: "say how often: watch --times 10 COMMAND"
    case .olderMoment: "name the moment to compare with, too: --at 12 --to 40"
    case .olderTree: "name the older tree, or two moments of one: diff --at 12 --to 40"
    case .newerTree:
      "name a second tree, or two moments of one: diff app.journal --at 12 --to 40"
    case .dumps: "name dumps or folders of them, or give a list with --files-from"
    case .rowPlace:
      "standard output takes one table; choose it with --table, or name a folder with -o"
    case .drawingFormat(let file):
      "the name '\(file)' does not say which format; write dot, svg, png or pdf with --format"
    }
  }
}

extension ConsoleError.Noun {
  fileprivate func words(_ word: String, _ nearest: String?) -> SafeText {
    func hint(_ otherwise: SafeText) -> SafeText {
      nearest.map { "did you mean '\($0)'?" } ?? otherwise
    }
    switch self {
    case .command(let help):
      return "'\(word)' is not a command; \(hint("'\(help)' lists the commands"))"
    case .change(let known):
      let all: SafeText = "what-if \(known.joined(separator: ", "))"
      return "'\(word)' is not a what-if command; "
        + (nearest.map { "did you mean 'what-if \($0)'?" } ?? all)
    case .action: return "the app offers no '\(word)'; \(hint("'do' lists what it does"))"
    case .setting(let known):
      return "'\(word)' is not a setting; \(hint("there are \(known.joined(separator: ", "))"))"
    case .recordKind(let known):
      return "'\(word)' isn't a kind of record; "
        + hint("there are \(known.joined(separator: ", "))")
    case .journalMessage:
      return "no message of the journal is called '\(word)'; "
        + hint("give a code, a label, a domain or Domain.code")
    case .column: return "no table has a column '\(word)'; \(hint("'--schema duckdb' lists them"))"
    case .alias: return "'\(word)' stands for nothing else; \(hint("'alias' lists such words"))"
    case .rememberedTree:
      return """
        nothing is remembered as '\(word)', and no file has that name; 'snapshot' lists the \
        remembered trees
        """
    }
  }
}

extension ConsoleError.Conflict {
  fileprivate var words: SafeText {
    switch self {
    case .dumpsOnStandardInput: "only one of the two dumps can come from standard input"
    case .specOnStandardInput: "only one of the dump and the spec can come from standard input"
    case .manyDumps(let option): "\(option) goes with one dump, not with many"
    case .agentsOnStandardInput:
      "the agent's requests come from standard input; name the dump's file"
    case .lintAnswers:
      """
      only one of --json, --sarif - and --write-baseline - fits on standard output; name a file
      """
    case .reports(let formats):
      """
      only one report fits on standard output, and there are \(formats.count): \
      \(formats.joined(separator: ", ")); name a file, as in --report json=specs.json
      """
    case .reportsInOneFile(let file):
      "two reports would be written to '\(file)'; name a file for each"
    case .previewWithReport: "--dry-run answers with the change; leave out the reports"
    case .asSpec(let option):
      "\(option) does not go with --as-spec, which writes the whole; leave it out"
    case .treeAndMoment:
      "two moments of one tree are compared, or two trees; leave the second tree out, or --at and --to"
    case .fileForProgram(let file):
      "'\(file)' is not written: here commands answer and write no files; run it in a terminal"
    case .foreignFile(let file):
      "'\(file)' isn't open here; start the server with it, or run the command in a terminal"
    case .folderWithDump(let folder, let other):
      "'\(folder)' is a folder, and '\(other)' is none; name two folders, or two dumps"
    case .answerOverTarget(let file):
      "the answer would replace '\(file)', which it is made of; name another file"
    case .momentOfFolder: "--at is a moment of one journal; name its file in place of the folder"
    case .timeline(let option):
      "a timeline is drawn as SVG, and knows no \(option); leave that out"
    case .noTimeline(let option): "\(option) goes with --timeline; add that"
    case .differenceWithRoute:
      "--diff and --to draw no route; leave --trace and --from out, or these"
    }
  }
}

extension ConsoleError.SpecPlace {
  fileprivate func words(_ dump: String) -> SafeText {
    switch self {
    case .atPrompt(let spec): "at a prompt the present tree is checked: check \(spec)"
    case .before(let spec, true): "the dumps come first: check \(dump) \(spec)"
    case .before(let spec, false): "the dump comes first: check \(dump) \(spec)"
    case .second, .secondFile: "one dump, or a folder of them: check dumps specs"
    }
  }
}
