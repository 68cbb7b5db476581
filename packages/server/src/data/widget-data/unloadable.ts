/** Why live data can't be loaded; the message is shown to people. */
export class Unloadable extends Error {}
