import { ActionIcon, ColorInput } from '@mantine/core'
import { MinusIcon } from '@phosphor-icons/react/dist/csr/Minus'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { TextAUnderlineIcon } from '@phosphor-icons/react/dist/csr/TextAUnderline'
import { TextBIcon } from '@phosphor-icons/react/dist/csr/TextB'
import { TextItalicIcon } from '@phosphor-icons/react/dist/csr/TextItalic'
import { TextStrikethroughIcon } from '@phosphor-icons/react/dist/csr/TextStrikethrough'
import { hexOf, parseColor } from '@vitrine/contract/fields/color'
import type { CSSProperties, SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { type Base, type LookChange, resized, type SharedLook, toggled } from './edited-pieces.ts'
import styles from './typing.module.css'

const TOGGLES = [
  { part: 'isBold', is: 'isBold', label: 'fields.bold', Sign: TextBIcon },
  { part: 'isItalic', is: 'isItalic', label: 'fields.italic', Sign: TextItalicIcon },
  { part: 'underline', is: 'isUnderlined', label: 'designer.pieces.underline', Sign: TextAUnderlineIcon },
  { part: 'line-through', is: 'isStruck', label: 'designer.pieces.strike', Sign: TextStrikethroughIcon },
] as const

interface ToolsProps {
  shared: SharedLook
  base: Base
  palette: readonly string[]
  style: CSSProperties
  onChange: (change: LookChange) => void
  /** The focus left them for something that isn't part of typing. */
  onLeave: (to: EventTarget | null) => void
  /** Escape. */
  onDone: () => void
}

/** The looks of what is selected in a text. Pressing a button leaves the caret where it is. */
export function TypingTools({ shared, base, palette, style, onChange, onLeave, onDone }: ToolsProps) {
  const { t } = useTranslation()
  const size = Math.round(shared.size ?? 100)
  return (
    <div
      data-typing-tools=""
      role="toolbar"
      aria-label={t('designer.pieces.tools')}
      className={styles.tools}
      style={style}
      onMouseDown={(event) =>
        event.target instanceof Element && event.target.closest('button') && event.preventDefault()
      }
      onPointerDown={stay}
      onPointerMove={stay}
      onDoubleClick={stay}
      onContextMenu={stay}
      onBlur={({ relatedTarget }) => onLeave(relatedTarget)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') onDone()
      }}
    >
      {TOGGLES.map(({ part, is, label, Sign }) => (
        <ActionIcon
          key={part}
          variant={shared[is] ? 'light' : 'default'}
          aria-label={t(label)}
          aria-pressed={shared[is] ?? 'mixed'}
          onClick={() => onChange(toggled(part, shared, base))}
        >
          <Sign size={16} aria-hidden="true" />
        </ActionIcon>
      ))}
      <ActionIcon
        variant="default"
        aria-label={t('designer.pieces.smaller', { size })}
        onClick={() => onChange(resized(shared, false))}
      >
        <MinusIcon size={16} aria-hidden="true" />
      </ActionIcon>
      <span className={styles.size} aria-hidden="true" dir="ltr">{`${size}%`}</span>
      <ActionIcon
        variant="default"
        aria-label={t('designer.pieces.larger', { size })}
        onClick={() => onChange(resized(shared, true))}
      >
        <PlusIcon size={16} aria-hidden="true" />
      </ActionIcon>
      <LettersColor {...{ shared, palette, onChange }} />
    </div>
  )
}

function LettersColor({ shared, palette, onChange }: Pick<ToolsProps, 'shared' | 'palette' | 'onChange'>) {
  const { t } = useTranslation()
  return (
    <ColorInput
      className={styles.color}
      size="xs"
      dir="ltr"
      aria-label={t('designer.pieces.color')}
      placeholder={t('designer.pieces.color')}
      value={hexOf(shared.color ?? '')}
      format="hex"
      swatches={[...palette]}
      swatchesPerRow={8}
      withEyeDropper={false}
      fixOnBlur={false}
      popoverProps={{ withinPortal: true, position: 'bottom-start' }}
      onChange={(color) => {
        if (color === '') onChange({ color: null })
        else if (parseColor(color)) onChange({ color })
      }}
    />
  )
}

/** The canvas would take it for a press on the page. */
const stay = (event: SyntheticEvent) => event.stopPropagation()
