import { useState } from 'react'
import { builtInText } from '#lib/built-in-texts.ts'
import { OWN_STACK } from '#lib/fonts/stacks.ts'
import { useLazyPart } from '#lib/lazy-parts.ts'
import { SURFACE } from '#lib/touchable.ts'
import {
  type KeyRows,
  LETTERS,
  LOCKS,
  labelOf,
  languagesOf,
  NUMBERS,
  SHIFTED,
  seen,
} from './keyboard-layouts.ts'
import { usePinyin } from './use-pinyin.ts'

interface Props {
  locale: string
  left: number
  top: number
  width: number
  height: number
  onType: (letters: string) => void
  onErase: () => void
  onSend: () => void
}

const GAP = 0.12

/** An on-screen keyboard. Key sizes follow from the space, to suit both tablets and walls. */
export function Keyboard({ locale, left, top, width, height, onType, onErase, onSend }: Props) {
  const languages = languagesOf(locale)
  const [language, setLanguage] = useState(0)
  const [numbers, setNumbers] = useState(false)
  const [shift, setShift] = useState(false)
  const present = languages[language % languages.length] ?? 'en'
  const letters = LETTERS[present]
  const shifted = SHIFTED[present]
  const rows = numbers ? NUMBERS : (shift && shifted) || letters
  const pinyin = usePinyin(useLazyPart('PINYIN', present === 'zh-cn'), onType)
  // Characters to choose are above the letters.
  const strip = pinyin ? 1 : 0
  const rowHeight = height / (rows.length + 1 + strip)
  const keysTop = top + strip * rowHeight
  const last = rows.length - 1
  const cases =
    !numbers &&
    (shifted !== undefined || letters.flat().some((letter) => letter !== letter.toLocaleUpperCase(locale)))
  // The last row also has shift, where that gives other letters, and backspace.
  const extras = (index: number) => (index === last ? (cases ? 3 : 1.5) : 0)
  // Keys stay where they are when shift is pressed.
  const longest = (of: KeyRows) => Math.max(...of.map((row, index) => row.length + extras(index)))
  const columns =
    Math.max(longest(rows), ...(numbers ? [] : [longest(letters), longest(shifted ?? [])])) + 0.5
  const unit = Math.min(width / columns, rowHeight * 1.5)
  const key = { unit, height: rowHeight }
  const cased = (letter: string) => (shift && !shifted ? letter.toLocaleUpperCase(locale) : letter)
  const type = (text: string) => {
    if (pinyin && !numbers && !shift) return pinyin.type(text)
    pinyin?.finish()
    onType(cased(text))
    if (!LOCKS.includes(present)) setShift(false)
  }
  const foot = keysTop + rows.length * rowHeight
  const start = left + (width - unit * columns) / 2
  const wide = unit * columns
  return (
    <div dir="ltr">
      {pinyin && <Choices {...key} pinyin={pinyin} left={start} top={top} places={Math.floor(columns) - 4} />}
      {rows.map((row, index) => {
        const from = left + (width - unit * (row.length + extras(index))) / 2
        const first = from + (index === last && cases ? 1.5 * unit : 0)
        return (
          <div key={row.join('')}>
            {index === last && cases && (
              <Key
                {...key}
                left={from}
                top={keysTop + index * rowHeight}
                width={1.5}
                label="⇧"
                name="Shift"
                on={shift}
                onPress={() => setShift(!shift)}
              />
            )}
            {row.map((letter, column) => (
              <Key
                {...key}
                key={letter}
                left={first + column * unit}
                top={keysTop + index * rowHeight}
                width={1}
                label={seen(cased(letter))}
                onPress={() => type(letter)}
              />
            ))}
            {index === last && (
              <Key
                {...key}
                left={first + row.length * unit}
                top={keysTop + index * rowHeight}
                width={1.5}
                label="⌫"
                name="Backspace"
                onPress={() => pinyin?.erase() || onErase()}
              />
            )}
          </div>
        )
      })}
      <Key
        {...key}
        left={start}
        top={foot}
        width={1.5}
        label={numbers ? 'abc' : '123'}
        onPress={() => setNumbers(!numbers)}
      />
      <Key
        {...key}
        left={start + 1.5 * unit}
        top={foot}
        width={1.2}
        label={labelOf(languages[(language + 1) % languages.length] ?? 'en')}
        name="Language"
        onPress={() => {
          pinyin?.finish()
          setNumbers(false)
          setShift(false)
          setLanguage(language + 1)
        }}
      />
      <Key {...key} left={start + 2.7 * unit} top={foot} width={1} label="," onPress={() => onType(',')} />
      <Key
        {...key}
        left={start + 3.7 * unit}
        top={foot}
        width={(wide - 6.9 * unit) / unit}
        label={builtInText(locale, 'space')}
        onPress={() => pinyin?.finish() || onType(' ')}
      />
      <Key
        {...key}
        left={start + wide - 3.2 * unit}
        top={foot}
        width={1}
        label="."
        onPress={() => onType('.')}
      />
      <Key
        {...key}
        left={start + wide - 2.2 * unit}
        top={foot}
        width={2.2}
        label={builtInText(locale, 'send')}
        primary
        onPress={() => pinyin?.finish() || onSend()}
      />
    </div>
  )
}

interface ChoicesProps {
  pinyin: NonNullable<ReturnType<typeof usePinyin>>
  left: number
  top: number
  unit: number
  height: number
  /** How many characters are side by side. */
  places: number
}

/** What was spelled, and the characters that it may be. */
function Choices({ pinyin, left, top, unit, height, places }: ChoicesProps) {
  const { typed, choices, page } = pinyin
  const pages = Math.ceil(choices.length / places)
  const from = (pages > 0 ? page % pages : 0) * places
  return (
    <>
      <div
        aria-live="polite"
        style={{
          ...{ position: 'absolute', left, top, width: 2.4 * unit, height, color: '#1b2026' },
          font: `500 ${Math.min(unit, height) * 0.36}px/${height}px ${OWN_STACK}`,
          textAlign: 'center',
        }}
      >
        {typed}
      </div>
      {choices.slice(from, from + places).map((choice, index) => (
        <Key
          {...{ unit, height, top }}
          key={choice}
          left={left + (2.4 + index) * unit}
          width={1}
          label={choice}
          onPress={() => pinyin.choose(choice)}
        />
      ))}
      {pages > 1 && (
        <Key
          {...{ unit, height, top }}
          left={left + (2.4 + places) * unit}
          width={1.2}
          label="›"
          name={`${(page % pages) + 1} / ${pages}`}
          onPress={pinyin.more}
        />
      )}
    </>
  )
}

interface KeyProps {
  left: number
  top: number
  unit: number
  height: number
  /** In key units. */
  width: number
  label: string
  name?: string
  on?: boolean
  primary?: boolean
  onPress: () => void
}

function Key({
  left,
  top,
  unit,
  height,
  width,
  label,
  name,
  on = false,
  primary = false,
  onPress,
}: KeyProps) {
  const gap = Math.min(unit, height) * GAP
  const letter = Math.min(unit, height) * (label.length > 1 ? 0.3 : 0.44)
  return (
    <button
      type="button"
      // Speech control finds a key by the letters on it.
      aria-label={name && /\p{L}/u.test(label) ? `${label} ${name}` : name}
      aria-pressed={name === 'Shift' ? on : undefined}
      onClick={onPress}
      style={{
        ...SURFACE,
        position: 'absolute',
        left: left + gap / 2,
        top: top + gap / 2,
        width: width * unit - gap,
        height: height - gap,
        padding: 0,
        border: 0,
        borderRadius: Math.min(unit, height) * 0.14,
        background: primary ? '#1c64d7' : on ? '#cfd6df' : 'white',
        color: primary ? 'white' : '#1b2026',
        font: `500 ${letter}px ${OWN_STACK}`,
        boxShadow: '0 1px 2px rgba(0, 0, 0, .3)',
        overflow: 'hidden',
      }}
    >
      {label}
    </button>
  )
}
