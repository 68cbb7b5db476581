import { useEffect } from 'react'
import { api } from '#lib/api.ts'

const AGAIN_MS = 30_000

/** Requests fresh screenshots of screens while they are in view. */
export function useLookAt(ids: readonly string[]): void {
  const key = ids.join(' ')
  useEffect(() => {
    if (key === '') return
    const look = () => {
      if (!document.hidden) void api.devices.lookAt({ body: { ids: key.split(' ') } }).catch(() => {})
    }
    look()
    const timer = setInterval(look, AGAIN_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [key])
}
