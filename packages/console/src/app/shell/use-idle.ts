import { useCallback, useEffect, useState } from 'react'
import { clock } from '#lib/clock.ts'

/** Idle time before the kiosk asks whether the user is still there. */
const IDLE_MS = 180_000
/** Time to answer before the kiosk leaves. */
export const STILL_THERE_SECONDS = 20

const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/** Seconds left to answer at `now`; null before the question, 0 when time has run out. */
export function secondsLeft(lastSign: number, now: number): number | null {
  const over = now - lastSign - IDLE_MS
  return over < 0 ? null : Math.max(0, STILL_THERE_SECONDS - Math.floor(over / 1000))
}

/** Detects idle users. While the question is open, only its button resets the timer. */
export function useIdle(onGone: () => void): { secondsLeft: number | null; stay: () => void } {
  const [lastSign, setLastSign] = useState(clock.now)
  const [now, setNow] = useState(clock.now)
  const left = secondsLeft(lastSign, now)
  const asking = left !== null
  const stay = useCallback(() => setLastSign(clock.now()), [])
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (asking) return
    for (const sign of SIGNS_OF_LIFE) document.addEventListener(sign, stay, { passive: true })
    return () => {
      for (const sign of SIGNS_OF_LIFE) document.removeEventListener(sign, stay)
    }
  }, [asking, stay])
  useEffect(() => {
    if (left === 0) onGone()
  }, [left, onGone])
  return { secondsLeft: left, stay }
}
