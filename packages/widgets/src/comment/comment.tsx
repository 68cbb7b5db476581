import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { WidgetProps } from '@vitrine/widgets/host'
import { useCallback, useState } from 'react'
import { FitText } from '#lib/fit-text.tsx'
import { startOf } from '#lib/line.tsx'
import { pressable, SURFACE } from '#lib/touchable.ts'
import { useVisit } from '#lib/use-visit.ts'
import { say } from '#lib/words.ts'
import { Writing } from './writing.tsx'

/** A question and a place to touch; writing happens large, over the page. */
export function Comment({ id, settings, size, host }: WidgetProps<SettingsOf<'comment'>>) {
  const [writing, setWriting] = useState(false)
  const [sent, setSent] = useVisit(false)
  const close = useCallback(() => setWriting(false), [])
  const question = settings.text || (host.mode === 'design' ? 'Comment' : '')
  const { width, height } = size
  const pad = Math.min(14, Math.min(width, height) * 0.09)
  const field = Math.max(Math.min(44, height * 0.36), height * 0.22)
  const inner = width - 2 * pad
  const font = {
    isBold: false,
    isItalic: false,
    alignment: startOf(host.dir),
    font: 'IBM Plex Sans',
  } as const
  return (
    <div
      {...pressable(host, () => setWriting(true), { label: question })}
      style={{
        ...SURFACE,
        position: 'absolute',
        left: 0,
        top: 0,
        ...size,
        background: 'white',
        borderRadius: Math.min(10, height * 0.1),
        overflow: 'hidden',
      }}
    >
      <FitText
        text={question}
        font={{ ...font, isBold: true, size: Math.max(14, Math.min(22, height * 0.14)) }}
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
          border: '1.5px solid #81878d',
          borderRadius: Math.min(8, field * 0.2),
        }}
      />
      <FitText
        text={say(host.locale, sent ? 'thanks' : 'write')}
        font={{ ...font, size: Math.max(12, field * 0.36) }}
        color={sent ? '#137d41' : '#696f77'}
        left={2 * pad}
        top={height - field - pad}
        width={inner - 2 * pad}
        height={field}
        vertical="middle"
        lines="one"
      />
      {writing && (
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
