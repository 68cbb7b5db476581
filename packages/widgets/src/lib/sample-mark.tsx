import type { Host } from '@vitrine/widgets/host'
import { builtInText } from './built-in-texts.ts'

/** Marks sample data, which only designs and previews show. */
export function SampleMark({ host, size }: { host: Host; size: { width: number; height: number } }) {
  const wanted = Math.min(size.width * 0.0375, size.height * 0.075)
  // Small on small widgets, which it would hide, and still readable on a wall.
  const letters = wanted < USUAL ? Math.max(4, wanted) : Math.max(USUAL, wanted * 0.7)
  return (
    <div
      style={{
        position: 'absolute',
        left: host.dir === 'rtl' ? 2 : 'auto',
        right: host.dir === 'rtl' ? 'auto' : 2,
        bottom: 2,
        padding: '0 .45em',
        borderRadius: '.33em',
        background: 'rgba(0, 0, 0, .55)',
        color: 'white',
        font: `500 ${letters}px/1.45 "IBM Plex Sans Variable", "IBM Plex Sans", "IBM Plex Sans Arabic", Arial, sans-serif`,
      }}
    >
      {builtInText(host.locale, 'sample')}
    </div>
  )
}
/** In layout pixels. */
const USUAL = 9
