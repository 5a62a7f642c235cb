import TreeConsole

ModelTreeCommand.main()
