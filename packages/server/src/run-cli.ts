import { runCommand } from '#app/commands/run.ts'

// Other accounts can't read anything that a command creates.
process.umask(0o077)
process.exitCode = await runCommand(
  process.argv.slice(2),
  (line) => console.log(line),
  (line) => console.error(line),
)
// An idle connection to a database or a storage must not keep the process alive.
process.exit()
