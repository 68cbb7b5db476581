import { runCommand } from '#app/commands/run.ts'

// Nothing that a command creates is readable by other accounts.
process.umask(0o077)
process.exitCode = await runCommand(
  process.argv.slice(2),
  (line) => console.log(line),
  (line) => console.error(line),
)
// An idle connection to a database or a storage must not keep the command.
process.exit()
