import { solidColor } from '@vitrine/contract/fields/color'
import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { WidgetProps } from '@vitrine/widgets/host'
import { useCallback, useId, useState } from 'react'
import { builtInText } from '#lib/built-in-texts.ts'
import { edge } from '#lib/edges/edges.ts'
import { FitText } from '#lib/fit-text.tsx'
import { mirrored, startOf } from '#lib/line.tsx'
import { useInk } from '#lib/page.ts'
import { cssPaint } from '#lib/paint.ts'
import { directionIn } from '#lib/script-direction.ts'
import { pressable, runnable, SURFACE } from '#lib/touchable.ts'
import { useVisit } from '#lib/use-visit.ts'
import { OptionList } from './option-list.tsx'

export function Dropdown({ id, settings, size, host }: WidgetProps<SettingsOf<'dropdown'>>) {
  const [open, setOpen] = useState(false)
  const list = useId()
  const close = useCallback(() => setOpen(false), [])
  const [chosen, choose] = useVisit('')
  const background = settings.background || 'white'
  const ink = useInk(background)
  const color = settings.color || ink
  const dir = directionIn(host.dir, settings.label, ...settings.options.map((option) => option.label))
  const font = { ...settings.fontSettings }
  if (font.alignment === 'left') font.alignment = startOf(dir)
  const { width, height } = size
  const side = Math.min(width, height)
  const caret = Math.min(height * 0.4, Math.max(22, font.size * 1.1))
  const pad = Math.min(Math.max(14, font.size * 0.7), width * 0.07)
  const text = width - 3 * pad - caret
  const x = mirrored(dir, width)
  const label = chosen || settings.label || builtInText(host.locale, 'choose')

  const press = (index: number) => {
    const option = settings.options[index]
    setOpen(false)
    if (!option) return
    choose(option.label)
    host.answer(id, option.label)
    const actions = runnable(option.actions)
    if (actions.length > 0) host.run(id, actions)
  }

  return (
    <div
      {...pressable(host, () => setOpen(settings.options.length > 0), {
        role: 'combobox',
        label,
        expanded: open,
        controls: open ? list : undefined,
      })}
      style={{
        ...SURFACE,
        position: 'absolute',
        left: 0,
        top: 0,
        ...size,
        boxSizing: 'border-box',
        borderRadius: edge(8, side, 0.18),
        border: `${edge(1, side, 1)}px solid rgba(128, 128, 128, .7)`,
        background: cssPaint(background),
        overflow: 'hidden',
      }}
    >
      <FitText
        text={label}
        font={font}
        color={color}
        left={x(pad, text) - 1}
        width={text}
        top={height * 0.06}
        height={height * 0.88 - 2}
        vertical="middle"
        style={{ opacity: chosen || settings.label ? 1 : 0.7 }}
      />
      <svg
        viewBox="0 0 24 24"
        width={caret}
        height={caret}
        aria-hidden="true"
        style={{
          position: 'absolute',
          left: x(width - pad - caret, caret) - 1,
          top: (height - caret) / 2 - 1,
          transform: open ? 'rotate(180deg)' : undefined,
        }}
      >
        <path
          d="M5 9l7 7 7-7"
          fill="none"
          stroke={solidColor(color)}
          strokeWidth="2.4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {open && (
        <OptionList
          id={list}
          label={settings.label || builtInText(host.locale, 'choose')}
          labels={settings.options.map((option) => option.label)}
          chosen={chosen}
          font={font}
          color={color}
          background={background}
          onPress={press}
          onClose={close}
        />
      )}
    </div>
  )
}
