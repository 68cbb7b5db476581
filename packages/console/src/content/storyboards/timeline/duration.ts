import { numberText } from '#lib/text/format.ts'

/** Formats seconds in the user's language: "1 min 20 sec". */
export function durationText(seconds: number): string {
  const parts: [number, 'hour' | 'minute' | 'second'][] = [
    [Math.floor(seconds / 3600), 'hour'],
    [Math.floor((seconds % 3600) / 60), 'minute'],
    [Math.round((seconds % 60) * 10) / 10, 'second'],
  ]
  const shown = parts.filter(([amount]) => amount > 0)
  return (shown.length ? shown : parts.slice(2))
    .map(([amount, unit]) => numberText(amount, { style: 'unit', unit, unitDisplay: 'short' }))
    .join(' ')
}

export function useDuration(): (seconds: number) => string {
  // Isolate the numbers, which would swap sides in right-to-left text.
  const [begin, end] = document.documentElement.dir === 'rtl' ? ['\u2068', '\u2069'] : ['', '']
  return (seconds) => begin + durationText(seconds) + end
}
