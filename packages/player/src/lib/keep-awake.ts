/** Retry interval after a refusal, for example on a low battery. */
const AGAIN_MS = 60_000

/**
 * Keeps the screen of an idle machine on with a wake lock (https only), which tablets and PCs need. The browser
 * releases the lock whenever the window is hidden. Returns a function that releases it.
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
