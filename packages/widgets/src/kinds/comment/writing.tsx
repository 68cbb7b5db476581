import { useContext, useEffect, useState } from 'react'
import { builtInText } from '#lib/built-in-texts.ts'
import { FitText } from '#lib/fit-text.tsx'
import { startOf } from '#lib/line.tsx'
import { Overlay } from '#lib/overlay.tsx'
import { PageContext } from '#lib/page.ts'
import { SURFACE } from '#lib/touchable.ts'
import { compose } from './compose.ts'
import { Keyboard } from './keyboard.tsx'

/** The maximum number of characters per answer. */
const LENGTH_MAX = 500

interface Props {
  question: string
  locale: string
  dir: 'ltr' | 'rtl'
  onSend: (text: string) => void
  onClose: () => void
}

/** A sheet at the bottom of the page with the question, the typed text, and keys. A physical keyboard works, too. */
export function Writing({ question, locale, dir, onSend, onClose }: Props) {
  const page = useContext(PageContext)
  const [text, setText] = useState('')
  const type = (key: string) => setText((before) => compose(before, key).slice(0, LENGTH_MAX))
  const erase = () => setText((before) => [...before].slice(0, -1).join(''))
  const send = () => (text.trim() ? onSend(text.trim()) : onClose())

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Backspace') setText((before) => [...before].slice(0, -1).join(''))
      else if (event.key.length === 1) setText((before) => (before + event.key).slice(0, LENGTH_MAX))
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [])

  const unit = Math.min(page.width, page.height)
  const pad = unit * 0.02
  const width = Math.min(page.width, page.height * 1.5)
  const keys = Math.min(page.height * 0.42, width * 0.36)
  const head = unit * 0.06
  const field = unit * 0.14
  const height = Math.min(page.height, keys + head + field + 4 * pad)
  const left = (page.width - width) / 2
  const top = page.height - height
  const inner = width - 2 * pad
  const font = { isBold: false, isItalic: false, alignment: startOf(dir), font: 'IBM Plex Sans' } as const
  const closer = head * 1.1
  return (
    <Overlay onClose={onClose} dim touched={text}>
      <div
        role="dialog"
        aria-label={question || builtInText(locale, 'write')}
        style={{
          position: 'absolute',
          left,
          top,
          width,
          height,
          background: '#e4e7eb',
          borderTopLeftRadius: pad,
          borderTopRightRadius: pad,
        }}
      >
        <FitText
          text={question}
          font={{ ...font, isBold: true, size: head * 0.6 }}
          color="#1b2026"
          left={dir === 'rtl' ? pad + closer : pad}
          top={pad}
          width={inner - closer}
          height={head}
          vertical="middle"
        />
        <button
          type="button"
          aria-label={builtInText(locale, 'close')}
          onClick={onClose}
          style={{
            ...SURFACE,
            position: 'absolute',
            left: dir === 'rtl' ? pad : width - pad - closer,
            top: pad * 0.6,
            width: closer,
            height: closer,
            padding: 0,
            border: 0,
            background: 'transparent',
            color: '#1b2026',
            fontSize: closer * 0.6,
            lineHeight: 1,
          }}
        >
          ✕
        </button>
        <div
          aria-live="polite"
          style={{
            position: 'absolute',
            left: pad,
            top: head + 2 * pad,
            width: inner,
            height: field,
            boxSizing: 'border-box',
            background: 'white',
            border: '2px solid #1c64d7',
            borderRadius: pad * 0.6,
          }}
        >
          <FitText
            text={`${text}|`}
            font={{ ...font, size: field * 0.34 }}
            color="#1b2026"
            left={pad}
            top={pad * 0.3}
            width={inner - 2 * pad - 4}
            height={field - pad * 0.6 - 4}
          />
        </div>
        <Keyboard
          locale={locale}
          left={pad}
          top={head + field + 3 * pad}
          width={inner}
          height={keys}
          onType={type}
          onErase={erase}
          onSend={send}
        />
      </div>
    </Overlay>
  )
}
