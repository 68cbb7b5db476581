import { solidColor } from '@vitrine/contract/fields/color'
import type { CellData } from '@vitrine/contract/fields/kinds/cell-data'
import type { LetterSettings } from '@vitrine/contract/fields/kinds/font-settings'
import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { Host, WidgetProps } from '@vitrine/widgets/host'
import { useLayoutEffect, useRef, useState } from 'react'
import { useBoundTexts } from '#lib/bound-text.ts'
import { fontStack, letterStyle, OWN_STACK } from '#lib/fonts/stacks.ts'
import { wantsLessMotion } from '#lib/less-motion.ts'
import { lettersIn } from '#lib/letters-context.ts'
import { cssPaint, letterPaint } from '#lib/paint.ts'
import { Placeholder } from '#lib/placeholder.tsx'
import { scriptDirection } from '#lib/script-direction.ts'
import { movement } from './movement.ts'

const LINE = 1.3
/** The tolerated deviation of the strip in milliseconds; browsers animate it by their own clock. */
const OFF_PLACE_MS = 30

/**
 * Sentences that scroll endlessly, at a speed that depends on the strip's height. The compositor animates a single
 * layer; the clock determines its position, which keeps the screens of a wall in sync.
 */
export function Ticker({ settings, size, host }: WidgetProps<SettingsOf<'ticker'>>) {
  const { tickerSentence1, tickerSentence2, tickerSentence3, tickerBgColor, tickerColor, tickerSpacing } =
    settings
  const { isBold, isItalic, ...letters } = lettersIn(settings.fontSettings)
  const written = [tickerSentence1, tickerSentence2, tickerSentence3]
  const texts = useBoundTexts(
    written.map(({ text }) => text),
    host,
  )
  const sentences = written
    .map((sentence, index) => ({
      ...sentence,
      text: texts[index] ?? '',
      isBold: isBold ?? sentence.isBold,
      isItalic: isItalic ?? sentence.isItalic,
    }))
    .filter(({ text }) => text.trim() !== '')
  // Without sentences there is no strip: it would be an empty bar across the page.
  if (sentences.length === 0)
    return host.mode === 'design' ? <Placeholder size={size} host={host} word="ticker" /> : null
  return (
    <div
      style={{
        position: 'absolute',
        left: 0,
        top: 0,
        ...size,
        background: cssPaint(tickerBgColor) || 'transparent',
        color: solidColor(tickerColor),
        overflow: 'hidden',
      }}
    >
      <Strip
        sentences={sentences}
        letters={letters}
        color={tickerColor}
        spacing={tickerSpacing}
        size={size}
        host={host}
      />
    </div>
  )
}

interface StripProps {
  sentences: CellData[]
  letters: LetterSettings
  color: string
  spacing: number
  size: { width: number; height: number }
  host: Host
}

function Strip({ sentences, letters, color, spacing, size, host }: StripProps) {
  const track = useRef<HTMLDivElement>(null)
  const first = useRef<HTMLDivElement>(null)
  const [round, setRound] = useState(0)
  const { width, height } = size
  const direction = scriptDirection(sentences.map(({ text }) => text).join(' '))
  const largest = Math.max(...sentences.map((sentence) => sentence.size))
  // If the strip is lower than its text, all sentences shrink in proportion.
  const scale = Math.min(1, height / (largest * LINE))
  const gap = (1 + spacing) * 0.4 * largest * scale
  const content = JSON.stringify([sentences, spacing, scale, letters])

  // biome-ignore lint/correctness/useExhaustiveDependencies: everything that changes the width of a round
  useLayoutEffect(() => {
    const measure = () => setRound(first.current?.offsetWidth ?? 0)
    measure()
    const faces = typeof document.fonts === 'object' ? document.fonts : undefined
    faces?.addEventListener('loadingdone', measure)
    return () => faces?.removeEventListener('loadingdone', measure)
  }, [content])

  useLayoutEffect(() => {
    const element = track.current
    if (!element || round === 0 || !host.motion) return
    const { seconds, easing } = movement(round, size, wantsLessMotion(host))
    const far = direction === 'rtl' ? round : -round
    const moving = element.animate(
      [{ transform: 'translate3d(0, 0, 0)' }, { transform: `translate3d(${far}px, 0, 0)` }],
      { duration: seconds * 1000, easing, iterations: Number.POSITIVE_INFINITY },
    )
    const follow = () => {
      const place = host.now() % (seconds * 1000)
      const off = Math.abs(place - (Number(moving.currentTime) % (seconds * 1000)))
      if (Math.min(off, seconds * 1000 - off) > OFF_PLACE_MS) moving.currentTime = place
    }
    moving.currentTime = host.now() % (seconds * 1000)
    const stop = host.onTick(follow)
    return () => {
      stop()
      moving.cancel()
    }
  }, [round, direction, size, host])

  const copies = round > 0 ? Math.ceil(width / round) + 1 : 1
  return (
    <div
      ref={track}
      dir={direction}
      style={{
        position: 'absolute',
        [direction === 'rtl' ? 'right' : 'left']: 0,
        top: 0,
        height,
        display: 'flex',
        alignItems: 'center',
        whiteSpace: 'nowrap',
        lineHeight: LINE,
        fontFamily: letters.font ? fontStack(letters.font) : OWN_STACK,
        ...letterStyle(letters, color),
        fontVariantNumeric: 'tabular-nums',
        willChange: host.motion ? 'transform' : undefined,
      }}
    >
      {Array.from({ length: copies }, (_, copy) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the copies are all alike
          key={copy}
          ref={copy === 0 ? first : undefined}
          aria-hidden={copy > 0}
          style={{ display: 'flex', alignItems: 'center', flexShrink: 0 }}
        >
          {sentences.map((sentence, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a sentence is its place
            <span key={index} style={{ display: 'flex', alignItems: 'center', flexShrink: 0 }}>
              <bdi
                style={{
                  fontSize: sentence.size * scale,
                  fontWeight: letters.weight || (sentence.isBold ? 700 : 400),
                  fontStyle: sentence.isItalic ? 'italic' : 'normal',
                  ...letterPaint(color),
                }}
              >
                {sentence.text.replace(/\s+/g, ' ')}
              </bdi>
              <Dot gap={gap} size={largest * scale * 0.22} />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}

function Dot({ gap, size }: { gap: number; size: number }) {
  return (
    <span
      style={{
        width: size,
        height: size,
        margin: `0 ${gap}px`,
        borderRadius: size,
        background: 'currentColor',
        opacity: 0.6,
        flexShrink: 0,
      }}
    />
  )
}
