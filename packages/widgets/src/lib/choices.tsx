import { solidColor } from '@vitrine/contract/fields/color'
import type { ValuesOf } from '@vitrine/contract/fields/field'
import type { FontSettings } from '@vitrine/contract/fields/kinds/font-settings'
import type { Host } from '@vitrine/widgets/host'
import { type ReactNode, useContext } from 'react'
import { builtInText } from './built-in-texts.ts'
import type { CHOICE_FIELDS } from './choice-fields.ts'
import { choiceGrid, GAP, LETTER, MARK } from './choice-grid.ts'
import { FitText } from './fit-text.tsx'
import { lineFont } from './fonts/stacks.ts'
import { endOf, mirrored, startOf } from './line.tsx'
import { PageContext } from './page.ts'
import { directionIn } from './script-direction.ts'
import { pressable, SURFACE } from './touchable.ts'

type Settings = ValuesOf<typeof CHOICE_FIELDS>

interface Props {
  kind: 'radio' | 'checkbox'
  settings: Settings
  size: { width: number; height: number }
  host: Host
  chosen: readonly string[]
  onPress: (value: string) => void
}

/** An option's answer: its value, or its label if it has none. */
const answerOf = (option: Settings['options'][number]) => option.value || option.label

/** A question above its options. An option's whole row is touchable; all labels have one font size. */
export function Choices({ kind, settings, size, host, chosen, onPress }: Props) {
  const { ink } = useContext(PageContext)
  const design = host.mode === 'design'
  const empty = settings.options.length === 0
  const options =
    empty && design
      ? [1, 2].map((n) => ({ label: builtInText(host.locale, 'option', { n }), value: String(n) }))
      : settings.options
  const dir = directionIn(host.dir, settings.label, ...settings.options.map((option) => option.label))
  const color = settings.color || ink
  const { fontSettings } = settings
  // Mirror the alignment in right-to-left text.
  const font: FontSettings = {
    ...fontSettings,
    alignment: fontSettings.alignment === 'left' ? startOf(dir) : fontSettings.alignment,
  }
  const line = font.size * 1.5
  const { width, height } = size
  const label = settings.label || (empty && design ? builtInText(host.locale, 'question') : '')
  const side = settings.direction === 'horizontal'
  // The question takes what it needs, at most a third; the options share the rest.
  const head = label ? Math.min(height / 3, line * 1.2) : 0
  const room = { width, height: height - head }
  const labels = options.map((option) => option.label)
  const { columns, cell, letters } = choiceGrid(room, labels, font.size, side)
  const mark = letters * MARK
  const gap = letters * GAP
  const x = mirrored(dir, width)
  // The mark is next to its label: after it if the label is end-aligned, centered with it if centered.
  const atEnd = font.alignment === endOf(dir)
  const centred = font.alignment === 'center'
  const widest = mark + gap + letters * LETTER * Math.max(0, ...labels.map((one) => [...one].length))
  const indent = centred ? Math.max(0, (cell.width - widest) / 2) : 0
  const optionFont = { ...lineFont(font, letters), alignment: centred ? startOf(dir) : font.alignment }
  return (
    <div
      {...{ role: kind === 'radio' ? 'radiogroup' : 'group', 'aria-label': label }}
      style={{ position: 'absolute', left: 0, top: 0, ...size, opacity: empty ? 0.6 : 1 }}
    >
      {label && (
        <FitText
          text={label}
          font={{ ...font, isBold: true }}
          color={color}
          width={width}
          height={head}
          vertical="middle"
        />
      )}
      {options.map((option, index) => {
        const value = answerOf(option)
        const on = chosen.includes(value)
        const left = x((index % columns) * cell.width, cell.width)
        const inside = mirrored(atEnd === (dir === 'ltr') ? 'rtl' : 'ltr', cell.width)
        const text = cell.width - indent - mark - gap - (columns > 1 ? gap : 0)
        return (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place
            key={index}
            {...pressable(host, () => onPress(value), { role: kind, label: option.label, checked: on })}
            style={{
              ...SURFACE,
              position: 'absolute',
              left,
              top: head + Math.floor(index / columns) * cell.height,
              ...cell,
            }}
          >
            <Mark
              kind={kind}
              on={on}
              color={solidColor(color)}
              left={inside(indent, mark)}
              top={(cell.height - mark) / 2}
              size={mark}
            />
            <FitText
              text={option.label}
              font={optionFont}
              color={color}
              left={inside(indent + mark + gap, text)}
              width={text}
              height={cell.height}
              vertical="middle"
            />
          </div>
        )
      })}
    </div>
  )
}

interface MarkProps {
  kind: Props['kind']
  on: boolean
  color: string
  left: number
  top: number
  size: number
}

function Mark({ kind, on, color, left, top, size }: MarkProps): ReactNode {
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      aria-hidden="true"
      style={{ position: 'absolute', left, top }}
    >
      {kind === 'radio' ? (
        <>
          <circle cx="10" cy="10" r="8.6" fill="none" stroke={color} strokeWidth="1.8" />
          {on && <circle cx="10" cy="10" r="4.8" fill={color} />}
        </>
      ) : (
        <>
          <rect
            x="1.4"
            y="1.4"
            width="17.2"
            height="17.2"
            rx="3.4"
            fill="none"
            stroke={color}
            strokeWidth="1.8"
          />
          {on && (
            <path
              d="M5.4 10.4l3.3 3.4 6-7"
              fill="none"
              stroke={color}
              strokeWidth="2.6"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          )}
        </>
      )}
    </svg>
  )
}
