/** A name for this machine that is no secure context, as a screen on a plain network address is none. */
export const INSECURE_HOST = 'player.test'
