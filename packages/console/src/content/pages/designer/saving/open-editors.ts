/** What open editors of all tabs say to each other: who is there, and whose draft is in use. */
type Said = { asked: true } | { held: string }

const CHANNEL = 'vitrine-open-editors'

/**
 * Tells other editors that this one holds its draft, and calls `onHeld` with the drafts that they hold. Returns a
 * function that stops it.
 */
export function meetEditors(id: string, onHeld: (id: string) => void): () => void {
  // Without BroadcastChannel, drafts of other tabs are offered too; restoring one copies it.
  if (!('BroadcastChannel' in window)) return () => {}
  const channel = new BroadcastChannel(CHANNEL)
  const say = (said: Said) => channel.postMessage(said)
  channel.onmessage = ({ data }: MessageEvent<Said>) => {
    if ('held' in data) onHeld(data.held)
    else say({ held: id })
  }
  say({ held: id })
  say({ asked: true })
  return () => channel.close()
}
