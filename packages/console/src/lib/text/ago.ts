import { cachedFormat } from './format.ts'

const AGO: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** A relative time: *2 hours ago*. Times in milliseconds since 1970. */
export function agoText(at: number, now: number): string {
  const words = cachedFormat('ago', (spoken) => new Intl.RelativeTimeFormat(spoken, { numeric: 'auto' }))
  const passed = Math.max(0, now - at)
  const [unit, length] = AGO.find(([, step]) => passed >= step) ?? ['minute', 60_000]
  return words.format(-Math.floor(passed / length), unit)
}
