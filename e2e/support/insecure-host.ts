/** A name for this machine that is not a secure context, like a screen on a plain network address. */
export const INSECURE_HOST = 'player.test'
