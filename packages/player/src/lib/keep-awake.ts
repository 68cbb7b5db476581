/** After a refusal: a machine whose battery is low gives none for a while. */
const AGAIN_MS = 60_000

/**
 * Keeps an idle machine from turning its screen off, where the browser can (https): tablets and PCs need it. The
 * browser revokes the lock whenever the window is hidden. Returns a function that releases it.
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
