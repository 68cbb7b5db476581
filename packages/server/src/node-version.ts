const OLDEST = 24

/** Ends the process with one sentence if this Node is too old. Uses only what every Node has. */
export function requireNode(exitCode: number): void {
  if (Number.parseInt(process.versions.node, 10) >= OLDEST) return
  console.error(
    `Vitrine needs Node ${OLDEST} or newer; this is ${process.version}. Install it from https://nodejs.org, or use "npm start" in a clone, which brings its own.`,
  )
  process.exit(exitCode)
}
