/** Ends the command with code 1: the server refused it, or a name doesn't exist. Nothing was changed unless it says so. */
export class Refusal extends Error {}

/** Ends the command with code 2. */
export class WrongUse extends Error {}
