import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { WidgetProps } from '@vitrine/widgets/host'
import { useCallback, useState } from 'react'
import { builtInText } from '#lib/built-in-texts.ts'
import { edge } from '#lib/edges/edges.ts'
import { FitText } from '#lib/fit-text.tsx'
import { useLazyPart } from '#lib/lazy-parts.ts'
import { startOf } from '#lib/line.tsx'
import { pressable, SURFACE } from '#lib/touchable.ts'
import { useVisit } from '#lib/use-visit.ts'

/** A question with a field to touch; typing happens in a large overlay on the page. */
export function Comment({ id, settings, size, host }: WidgetProps<SettingsOf<'comment'>>) {
  const [writing, setWriting] = useState(false)
  const Writing = useLazyPart('Writing', writing)
  const [sent, setSent] = useVisit(false)
  const close = useCallback(() => setWriting(false), [])
  const question = settings.text || (host.mode === 'design' ? builtInText(host.locale, 'comment') : '')
  const { width, height } = size
  const side = Math.min(width, height)
  const pad = edge(14, side, 0.09)
  // The field's height follows the text size instead of the box.
  const letters = Math.max(14, Math.min(height * 0.15, width * 0.09))
  const field = Math.max(Math.min(44, height * 0.36), Math.min(height * 0.3, letters * 2.2))
  const inner = width - 2 * pad
  const font = {
    isBold: false,
    isItalic: false,
    alignment: startOf(host.dir),
    font: 'IBM Plex Sans',
  } as const
  return (
    <div
      {...pressable(host, () => setWriting(true))}
      style={{
        ...SURFACE,
        position: 'absolute',
        left: 0,
        top: 0,
        ...size,
        background: 'white',
        borderRadius: edge(10, side, 0.1),
        overflow: 'hidden',
      }}
    >
      <FitText
        text={question}
        font={{ ...font, isBold: true, size: letters }}
        color="#1b2026"
        left={pad}
        top={pad}
        width={inner}
        height={height - field - 3 * pad}
        vertical="middle"
      />
      <div
        style={{
          position: 'absolute',
          left: pad,
          top: height - field - pad,
          width: inner,
          height: field,
          boxSizing: 'border-box',
          border: `${edge(1.5, field, 0.04)}px solid #81878d`,
          borderRadius: edge(8, field, 0.2),
        }}
      />
      <FitText
        text={builtInText(host.locale, sent ? 'thanks' : 'write')}
        font={{ ...font, size: Math.max(12, Math.min(field * 0.36, letters * 0.85)) }}
        color={sent ? '#137d41' : '#696f77'}
        left={2 * pad}
        top={height - field - pad}
        width={inner - 2 * pad}
        height={field}
        vertical="middle"
        lines="one"
      />
      {writing && Writing && (
        <Writing
          question={question}
          locale={host.locale}
          dir={host.dir}
          onClose={close}
          onSend={(text) => {
            setWriting(false)
            setSent(true)
            host.answer(id, text)
          }}
        />
      )}
    </div>
  )
}
