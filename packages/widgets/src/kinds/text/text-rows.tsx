import { solidColor } from '@vitrine/contract/fields/color'
import type { FontSettings } from '@vitrine/contract/fields/kinds/font-settings'
import type { RowLook } from '@vitrine/contract/fields/row-rules'
import type { Host } from '@vitrine/widgets/host'
import { useBoundTexts } from '#lib/bound-text.ts'
import { FitText } from '#lib/fit-text.tsx'
import { lineFont } from '#lib/fonts/stacks.ts'
import { endOf, mirrored, sharedSize, startOf } from '#lib/line.tsx'
import { scriptDirection } from '#lib/script-direction.ts'
import { isFilled, type LookedRow } from './filled-row.ts'
import { LINE, NOTE, rowPlaces } from './row-places.ts'

/** Names shrink together down to this share; only a longer name gets smaller than the others. */
const TOGETHER = 0.8
/** The maximum width of prices, relative to the list. */
const WIDEST_PRICE = 0.4
const HEADING = 1.7
/** The room at both ends of rows with a background, in font sizes. */
const INSET = 0.35

interface Props {
  /** The text above the rows. */
  heading: string
  rows: readonly LookedRow[]
  font: FontSettings
  color: string
  priceColor: string
  /** Whether rows may have a background, beside which their letters begin. */
  isInset?: boolean
  size: { width: number; height: number }
  host: Host
}

/** A price list: all rows share the largest font size that fits, up to the largest of a text that grows. */
export function TextRows({ heading, rows, font, color, priceColor, isInset, size, host }: Props) {
  const texts = useBoundTexts(
    rows.flatMap(({ label, note, price }) => [label, note, price]),
    host,
  )
  const plain = { color, opacity: 1, price: { color: priceColor, opacity: 1 } }
  const shown = rows
    .map(({ look = NO_LOOK, paint = plain }, index) => {
      const [label = '', note = '', price = ''] = texts.slice(index * 3, index * 3 + 3)
      return { index, label, note, price, look, paint }
    })
    .filter(isFilled)
  const hasHeading = heading.trim() !== ''
  const headed = (top: number, font: FontSettings) =>
    hasHeading && <FitText text={heading} font={font} color={color} width={size.width} height={top} />
  const usualTop = hasHeading ? font.size * HEADING : 0
  // Rules may have left out all of them.
  if (shown.length === 0) return headed(usualTop, font)
  const hasNotes = shown.some(({ note }) => note.trim() !== '')
  const placesBelow = (top: number) =>
    rowPlaces({
      count: shown.length,
      hasNotes,
      size: font.maxSize || font.size,
      width: size.width,
      height: size.height - top,
    })
  // The heading of a list that grows is as large as its names.
  const top = hasHeading && font.maxSize ? placesBelow(usualTop).size * HEADING : usualTop
  const places = placesBelow(top)
  const title = headed(top, font.maxSize ? lineFont(font, places.size) : font)
  const { columns, perColumn, columnWidth, step } = places
  const between = columns > 1 ? Math.floor((size.width - columnWidth * columns) / (columns - 1)) : 0
  const longest = Math.max(...shown.map(({ price }) => [...price.trim()].length))
  const priceWidth = Math.ceil(Math.min(columnWidth * WIDEST_PRICE, longest * places.size * 0.62))
  const inset = isInset ? Math.ceil(places.size * INSET) : 0
  const nameWidth = columnWidth - 2 * inset - (priceWidth > 0 ? priceWidth + Math.ceil(places.size * 0.4) : 0)
  const names = shown.map(({ label }) => label)
  const least = Math.min(places.size, font.size) * TOGETHER
  const letters = Math.max(least, sharedSize(names, nameWidth, places.size * LINE))
  const dir = scriptDirection(names.join(' '))
  const isCentred = font.alignment === 'center' && priceWidth === 0
  const alignment = isCentred ? 'center' : startOf(dir)
  const high = letters * LINE * (hasNotes ? 1 + NOTE : 1)
  const inList = mirrored(dir, size.width)
  const inRow = mirrored(dir, columnWidth)
  return (
    <>
      {title}
      {shown.map(({ index, label, note, price, look, paint }, at) => {
        const amount = paint.price
        const left = Math.floor(at / perColumn) * (columnWidth + between)
        const line = { left: inRow(inset, nameWidth), width: nameWidth, lines: 'one' } as const
        const nameTop = (step - high) / 2
        return (
          <div
            key={index}
            data-row={index}
            style={{
              position: 'absolute',
              left: inList(left, columnWidth),
              top: top + (at % perColumn) * step,
              width: columnWidth,
              height: step,
              ...(look.background && { background: look.background, borderRadius: letters * 0.2 }),
            }}
          >
            {at % perColumn > 0 && (
              <Rule color={solidColor(color)} width={columnWidth} height={letters / 24} />
            )}
            <FitText
              {...line}
              text={label}
              font={{ ...lineFont(looked(font, look), letters), alignment }}
              color={paint.color}
              top={nameTop}
              height={letters * LINE}
              {...(paint.opacity < 1 && { style: { opacity: paint.opacity } })}
            />
            {note.trim() !== '' && (
              <FitText
                {...line}
                text={note}
                font={{
                  ...lineFont(looked(font, look), letters * NOTE),
                  isBold: false,
                  weight: 0,
                  alignment,
                }}
                color={paint.color}
                top={nameTop + letters * LINE}
                height={letters * NOTE * LINE}
                // Dim rows are as dim as they may be.
                style={{ opacity: look.isDim ? paint.opacity : 0.78 }}
              />
            )}
            {price.trim() !== '' && (
              <FitText
                text={price}
                font={{ ...lineFont(looked(font, look), letters), alignment: endOf(dir) }}
                color={amount.color}
                left={inRow(columnWidth - inset - priceWidth, priceWidth)}
                top={nameTop}
                width={priceWidth}
                height={letters * LINE}
                lines="one"
                style={{
                  fontVariantNumeric: 'tabular-nums',
                  ...(amount.opacity < 1 && { opacity: amount.opacity }),
                }}
              />
            )}
          </div>
        )
      })}
    </>
  )
}

const NO_LOOK: RowLook = {}

const looked = (font: FontSettings, { isBold, isStruck }: RowLook): FontSettings => ({
  ...font,
  ...(isBold && { isBold: true, weight: 0 }),
  ...(isStruck && { decoration: 'line-through' }),
})

const Rule = ({ color, width, height }: { color: string; width: number; height: number }) => (
  <div
    style={{
      position: 'absolute',
      left: 0,
      top: 0,
      width,
      height: Math.max(1, height),
      background: color,
      opacity: 0.16,
    }}
  />
)
