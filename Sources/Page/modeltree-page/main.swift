import Foundation
import TreePage

exit(await ModelTreePage.run(Array(CommandLine.arguments.dropFirst())))
