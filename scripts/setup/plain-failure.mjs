/** A reason to stop that a person can act on: shown as one sentence, without a stack. */
export class PlainFailure extends Error {}

/** Runs a script's main function; a PlainFailure ends it with its sentence and code 1. */
export async function runMain(main) {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof PlainFailure ? error.message : error)
    process.exit(1)
  }
}
