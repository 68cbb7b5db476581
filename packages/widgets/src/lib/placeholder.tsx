import type { WidgetProps } from '@vitrine/widgets/host'
import { type BuiltInText, builtInText } from './built-in-texts.ts'

/** An opaque background, because the page may have a picture behind it. */
const INK = '#4a5260'
const GROUND = 'rgba(255, 255, 255, .88)'

/** The designer's placeholder for a widget without content. Screens show nothing. */
export function Placeholder({
  size,
  host,
  word,
  aside = false,
}: Pick<WidgetProps<unknown>, 'size' | 'host'> & {
  word: BuiltInText
  /** Small and in a corner, because screens show what is behind it. */
  aside?: boolean
}) {
  if (host.mode !== 'design') return null
  const { width, height } = size
  // Scales with the widget, to be readable on a small rendering of the page.
  const large = Math.max(11, Math.min(width / 14, height / 7, height * 0.3 + 6))
  const letters = Math.round(aside ? large * 0.6 : large)
  return (
    <div
      data-placeholder=""
      style={{
        position: 'absolute',
        left: 0,
        top: 0,
        width,
        height,
        boxSizing: 'border-box',
        border: `${Math.max(1, letters / 24)}px dashed rgba(128, 136, 146, .8)`,
        color: INK,
        font: `500 ${letters}px/1.3 "IBM Plex Sans Variable", "IBM Plex Sans", "IBM Plex Sans Arabic", Arial, sans-serif`,
        display: 'flex',
        alignItems: aside ? 'flex-start' : 'center',
        justifyContent: aside ? 'flex-end' : 'center',
        padding: aside ? letters * 0.6 : 0,
        overflow: 'hidden',
      }}
    >
      <span
        style={{
          display: 'flex',
          alignItems: 'center',
          gap: letters * 0.4,
          maxWidth: '100%',
          boxSizing: 'border-box',
          padding: `${letters * 0.3}px ${letters * 0.7}px`,
          borderRadius: letters,
          background: GROUND,
        }}
      >
        {word === 'mediaZone' && (
          <svg viewBox="0 0 32 32" width={letters * 1.3} height={letters * 1.3} aria-hidden="true">
            <g fill="none" stroke={INK} strokeWidth="1.7" strokeLinejoin="round" strokeLinecap="round">
              <rect x="3" y="6" width="26" height="20" rx="2.5" />
              <circle cx="10.5" cy="12.5" r="2.3" />
              <path d="M4 23l7.5-6.5 5 4.3 4.6-4.6L28.5 23" />
            </g>
          </svg>
        )}
        {builtInText(host.locale, word)}
      </span>
    </div>
  )
}
