/** An error that a person can act on: shown as one sentence, without a stack. */
export class PlainFailure extends Error {}

/** Runs a script's main function; a PlainFailure prints its message and sets exit code 1. */
export async function runMain(main) {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof PlainFailure ? error.message : error)
    process.exit(1)
  }
}
