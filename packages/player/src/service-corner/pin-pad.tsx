import { useEffect, useRef, useState } from 'react'
import { sha256Of } from '#downlink/sha256.ts'

const DIGITS = 6
/** Wrong PINs in a row after which the pad locks. */
const TRIES = 5
const REST_MS = 60_000
let wrong = 0
let restUntil = 0

export interface PinPadProps {
  pin: { deviceId: string; pinHash: string }
  /** Milliseconds of the monotonic clock. */
  monotonic: () => number
  onRight: () => void
}

/** Asks for the PIN that the console shows on this screen's page. Works by touch and keyboard. */
export function PinPad({ pin, monotonic, onRight }: PinPadProps) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  // A ref, because keys may be pressed faster than the pad renders.
  const digits = useRef('')
  const press = (key: string) => {
    if (monotonic() < restUntil) return setProblem('Too many attempts. Wait a minute.')
    const next = key === '⌫' ? digits.current.slice(0, -1) : digits.current + key
    const isFull = next.length === DIGITS
    digits.current = isFull ? '' : next
    setTyped(digits.current)
    setProblem('')
    if (!isFull) return
    if (sha256Of(`${pin.deviceId}.${next}`) === pin.pinHash) {
      wrong = 0
      return onRight()
    }
    wrong++
    if (wrong % TRIES === 0) restUntil = monotonic() + REST_MS
    setProblem('Wrong PIN.')
  }
  const newest = useRef(press)
  newest.current = press
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (/^\d$/.test(key)) newest.current(key)
      if (key === 'Backspace') newest.current('⌫')
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <div className="pin">
      <p>
        Enter this screen's PIN from its page in the console:{' '}
        <output aria-label="PIN">{typed.replace(/./g, '●').padEnd(DIGITS, '○')}</output>
      </p>
      {problem && (
        <p className="corner-warning" role="alert">
          {problem}
        </p>
      )}
      <div className="pin-keys">
        {['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '⌫'].map((key) => (
          <button key={key} type="button" onClick={() => press(key)}>
            {key}
          </button>
        ))}
      </div>
    </div>
  )
}
