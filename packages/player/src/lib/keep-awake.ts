/** After a refusal: a machine whose battery is low gives none for a while. */
const AGAIN_MS = 60_000

/**
 * Keeps the machine from switching its screen off for want of hands, where the browser can (https): tablets and PCs do.
 * The browser takes the lock back whenever the window is hidden. Answers what lets go of it.
 */
export function keepAwake(): () => void {
  const { wakeLock } = navigator as { wakeLock?: WakeLock }
  if (!wakeLock) return () => undefined
  let lock: WakeLockSentinel | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const ask = async () => {
    clearTimeout(timer)
    if (isOver || document.hidden || (lock && !lock.released)) return
    try {
      lock = await wakeLock.request('screen')
      lock.onrelease = () => void ask()
      if (isOver) await lock.release()
    } catch {
      timer = setTimeout(ask, AGAIN_MS)
    }
  }
  document.addEventListener('visibilitychange', ask)
  void ask()
  return () => {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', ask)
    void lock?.release().catch(() => undefined)
  }
}
