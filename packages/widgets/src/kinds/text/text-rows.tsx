import { solidColor } from '@vitrine/contract/fields/color'
import type { FontSettings } from '@vitrine/contract/fields/kinds/font-settings'
import type { Host } from '@vitrine/widgets/host'
import { useBoundTexts } from '#lib/bound-text.ts'
import { FitText } from '#lib/fit-text.tsx'
import { lineFont } from '#lib/fonts/stacks.ts'
import { endOf, mirrored, sharedSize, startOf } from '#lib/line.tsx'
import { scriptDirection } from '#lib/script-direction.ts'
import { isFilled, type Row } from './filled-row.ts'
import { LINE, NOTE, rowPlaces } from './row-places.ts'

/** Names shrink together down to this share; only a longer name gets smaller than the others. */
const TOGETHER = 0.8
/** The maximum width of prices, relative to the list. */
const WIDEST_PRICE = 0.4
const HEADING = 1.7

interface Props {
  /** The text above the rows. */
  heading: string
  rows: readonly Row[]
  font: FontSettings
  color: string
  priceColor: string
  size: { width: number; height: number }
  host: Host
}

/** A price list: all rows share the largest font size that fits. */
export function TextRows({ heading, rows, font, color, priceColor, size, host }: Props) {
  const texts = useBoundTexts(
    rows.flatMap(({ label, note, price }) => [label, note, price]),
    host,
  )
  const shown = rows
    .map((_, index) => {
      const [label = '', note = '', price = ''] = texts.slice(index * 3, index * 3 + 3)
      return { index, label, note, price }
    })
    .filter(isFilled)
  const top = heading.trim() === '' ? 0 : font.size * HEADING
  const hasNotes = shown.some(({ note }) => note.trim() !== '')
  const places = rowPlaces({
    count: shown.length,
    hasNotes,
    size: font.size,
    width: size.width,
    height: size.height - top,
  })
  const { columns, perColumn, columnWidth, step } = places
  const between = columns > 1 ? Math.floor((size.width - columnWidth * columns) / (columns - 1)) : 0
  const longest = Math.max(...shown.map(({ price }) => [...price.trim()].length))
  const priceWidth = Math.ceil(Math.min(columnWidth * WIDEST_PRICE, longest * places.size * 0.62))
  const nameWidth = columnWidth - (priceWidth > 0 ? priceWidth + Math.ceil(places.size * 0.4) : 0)
  const names = shown.map(({ label }) => label)
  const letters = Math.max(places.size * TOGETHER, sharedSize(names, nameWidth, places.size * LINE))
  const dir = scriptDirection(names.join(' '))
  const isCentred = font.alignment === 'center' && priceWidth === 0
  const alignment = isCentred ? 'center' : startOf(dir)
  const high = letters * LINE * (hasNotes ? 1 + NOTE : 1)
  const inList = mirrored(dir, size.width)
  const inRow = mirrored(dir, columnWidth)
  return (
    <>
      {top > 0 && <FitText text={heading} font={font} color={color} width={size.width} height={top} />}
      {shown.map(({ index, label, note, price }, at) => {
        const left = Math.floor(at / perColumn) * (columnWidth + between)
        const line = { left: inRow(0, nameWidth), width: nameWidth, lines: 'one' } as const
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
            }}
          >
            {at % perColumn > 0 && (
              <Rule color={solidColor(color)} width={columnWidth} height={letters / 24} />
            )}
            <FitText
              {...line}
              text={label}
              font={{ ...lineFont(font, letters), alignment }}
              color={color}
              top={nameTop}
              height={letters * LINE}
            />
            {note.trim() !== '' && (
              <FitText
                {...line}
                text={note}
                font={{ ...lineFont(font, letters * NOTE), isBold: false, weight: 0, alignment }}
                color={color}
                top={nameTop + letters * LINE}
                height={letters * NOTE * LINE}
                style={{ opacity: 0.78 }}
              />
            )}
            {price.trim() !== '' && (
              <FitText
                text={price}
                font={{ ...lineFont(font, letters), alignment: endOf(dir) }}
                color={priceColor}
                left={inRow(columnWidth - priceWidth, priceWidth)}
                top={nameTop}
                width={priceWidth}
                height={letters * LINE}
                lines="one"
                style={{ fontVariantNumeric: 'tabular-nums' }}
              />
            )}
          </div>
        )
      })}
    </>
  )
}

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
