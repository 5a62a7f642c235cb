package import TextIO
package import TreeJournal
package import TreeSnapshot

/// Why a command cannot do what it is asked to.
package enum ConsoleError: Error, Hashable {
  /// Something that the command needs is not given.
  case missing(Part)
  /// A word does not name one of the things that it should.
  case unknown(Noun, String, nearest: String?)
  /// A number is too small or too large.
  case outOfRange(Value)
  /// Two things that are given exclude each other.
  case conflict(Conflict)
  /// A command is not written as it must be; `usage` says how.
  case misuse(usage: String)
  /// The argument parser refuses the words of a command, with a message and a hint of ours.
  case parser(String, hint: String)

  /// The target does not have what the command needs.
  case lacks(Capability, TargetKind)
  /// A command that works at a prompt only is given to the shell.
  case promptOnly(String)
  /// The name of the program is typed at its own prompt.
  case programAtPrompt(String)
  /// Something else is typed in the place of a command; the remedy says which command is meant.
  case notACommand(String, remedy: SafeText)

  /// The beginning of several commands is typed.
  case ambiguousCommand(String, [String])
  /// A command that works at the prompt of a terminal only.
  case terminalOnly(String)
  /// The system starts no process.
  case noProcess
  /// A line has more words than a command is read from.
  case tooManyWords(Int, limit: Int)
  /// A line of a file that holds commands fails.
  case inFile(String, line: Int, SafeText)
  /// A file with commands names itself, perhaps through others.
  case sourceInItself(String)
  /// Files with commands name others too deep.
  case sourcesTooDeep(String, limit: Int)
  /// The last answer was about fewer models.
  case noSuchFound(String, count: Int)
  /// A model of the last answer has left the tree.
  case foundHasLeft(String, id: Int)
  /// There is no model above the root.
  case aboveRoot(String)
  /// There was no current model before, or it left the tree.
  case nothingBefore
  /// The current model does not have just one such child.
  case noOneChild(of: String, asked: String?, fitting: Int, children: [String], count: Int)

  /// A name stands for several models of a journal: some are in the tree, others left it.
  case severalModels(String, count: Int, living: [String], departed: [String])
  /// A model is in the journal, and not in the tree that is looked at.
  case notInTree(String, model: SafeText, why: SafeText)
  /// A model left the tree and is still alive.
  case leaked(String, LeakedModel)

  /// The app holds another tree than when the command looked at it.
  case otherTree

  /// There is no change to take back.
  case nothingToUndo
  /// A model is registered for a message already.
  case alreadyRegistered(model: String, source: String?)

  /// The file does not hold a dump; `dump` is another word of the command that names a file.
  case badDump(DumpFileError, command: String, dump: String)
  /// A dump is given in the place of a spec.
  case dumpAsSpec(String, SpecPlace)
  /// A folder has no specs.
  case noSpecs(folder: String)
  /// Nothing has the name that is given for a spec or a folder of specs.
  case noSuchSpec(String)
  /// A pattern matches no file.
  case noFileMatches(String)
  /// A folder has no dumps.
  case noDumpFiles(folder: String)
  /// A journal among many dumps holds no tree.
  case noTreeInJournal(String, MomentError)
  /// No dump of a folder has the name of a spec.
  case noDumps(folder: String)
  /// A spec cannot be used, for reasons that are written already.
  case specsRefused
  /// Specs are to be changed in CI, where no person reads the change.
  case updateInCI

  /// The answer could not be written, with the system's error number.
  case answerNotWritten(Int32)

  /// How many children an error names.
  static let shownChildren = 5

  /// What a command needs.
  package enum Part: Hashable, Sendable {
    /// The model that raises a message.
    case raiser
    /// The model to show.
    case shownModel
    /// A baseline, for `--strict`.
    case baseline
    /// `--as-spec`, for `--unordered`.
    case asSpec
    /// A message, for `--from`.
    case tracedMessage
    /// The file of a report in this format.
    case reportFile(format: String)
    /// `--update`, for `--dry-run`.
    case updateToPreview
    /// `--update=patch`, for `--routes`.
    case patchOfRoutes
    /// Rules, for a baseline.
    case rules
    /// A folder for specs that are to be written.
    case specFolder
    /// Commands, where a dump takes up standard input.
    case commands
    /// A file for a drawing that is not text.
    case drawingFile(format: String)
    /// A file for a trace that is not text.
    case traceFile(format: String)
    /// A format of a drawing, which the file's name does not say.
    case drawingFormat(file: String)
    /// A file for a drawing, or a format of text.
    case drawingPlace
    /// The older of two moments.
    case olderMoment
    /// The older of two trees.
    case olderTree
    /// The newer of two trees.
    case newerTree
    /// How often a script repeats a command.
    case times
    /// The server of the page, which is looked for in this folder.
    case pageServer(folder: String)
    /// A dump, for a command that takes several.
    case dumps
    /// A folder, for the rows of several tables.
    case rowPlace
  }

  /// What a word should name.
  package enum Noun: Hashable, Sendable {
    /// A command; `help` is the command that lists them.
    case command(help: String)
    /// A verb of `what-if`, of which these are known.
    case change([String])
    /// An action of the app.
    case action
    /// A remembered tree or a file.
    case rememberedTree
    /// A setting, of which these are known.
    case setting([String])
    /// A word that stands for others.
    case alias
    /// A column of a table.
    case column
    /// A kind of record, of which these are known.
    case recordKind([String])
    /// A message that a journal names.
    case journalMessage
  }

  /// A number that is too small or too large.
  package enum Value: Hashable, Sendable {
    /// The levels of `--depth`.
    case depth(Int)
    /// The boxes of a drawing.
    case boxes(Int)
    /// The rows of a timeline.
    case rows(Int)
    /// The seconds of `wait`.
    case seconds(Double)
    /// The seconds between two runs of `watch`.
    case pause(Double)
    /// The runs of `watch`.
    case times(Int)
  }

  /// What excludes each other.
  package enum Conflict: Hashable, Sendable {
    /// Both dumps come from standard input.
    case dumpsOnStandardInput
    /// The dump and the spec come from standard input.
    case specOnStandardInput
    /// A dump comes from standard input, where the requests of an agent come from.
    case agentsOnStandardInput
    /// Several answers of lint go to standard output.
    case lintAnswers
    /// Several reports go to standard output.
    case reports([String])
    /// Several reports go to one file.
    case reportsInOneFile(String)
    /// `--dry-run` with a report.
    case previewWithReport
    /// An option that does not go with `--as-spec`.
    case asSpec(option: String)
    /// What goes with one dump is given for many.
    case manyDumps(option: String)
    /// A second tree with a moment.
    case treeAndMoment
    /// A file that another program would have a command write.
    case fileForProgram(String)
    /// A file, for a command that another program runs, which was not started with it.
    case foreignFile(String)
    /// A folder is compared with what is none.
    case folderWithDump(folder: String, other: String)
    /// An answer that would replace the file that it is made of.
    case answerOverTarget(String)
    /// A moment, where a folder of dumps is named.
    case momentOfFolder
    /// A timeline in a format that it has not, or with an option of the tree's drawing.
    case timeline(option: String)
    /// An option of a timeline without `--timeline`.
    case noTimeline(option: String)
    /// `--diff` with a route.
    case differenceWithRoute
  }

  /// How `check` is written where a dump is given in the place of a spec.
  package enum SpecPlace: Hashable, Sendable {
    /// At a prompt only specs are given, such as this one.
    case atPrompt(spec: String)
    /// The dump comes before the spec.
    case before(spec: String, isFolder: Bool)
    /// There is one folder of dumps.
    case second
    /// There is one dump.
    case secondFile(dump: String)
  }
}
