import { Textarea, TextInput } from '@mantine/core'
import { TEXT_MAX } from '@vitrine/contract/fields/kinds/textbox'
import { useRef, useState } from 'react'
import type { ControlProps } from '#fields/control.ts'
import { useFieldTexts } from '#fields/field-texts.ts'
import { NumberInput } from '#ui/form/fields/number-input.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { FieldButton } from './field-button.tsx'

const IconBox = lazyPart(async () => (await import('#fields/icons/icon-box.tsx')).IconBox)

const OutlineBox = lazyPart(async () => (await import('#fields/icons/outline-box.tsx')).OutlineBox)

export function TextboxControl(props: ControlProps<'textbox'>) {
  const { format } = props.field
  if (format === 'icon')
    return (
      <Waiting quiet>
        <IconBox {...props} value={String(props.value)} />
      </Waiting>
    )
  if (format === 'outline')
    return (
      <Waiting quiet>
        <OutlineBox {...props} value={String(props.value)} />
      </Waiting>
    )
  return format === 'numeric' ? <NumberBox {...props} /> : <TextBox {...props} />
}

function TextBox({ id, field, value, onChange, describedBy, invalid, host }: ControlProps<'textbox'>) {
  const words = useFieldTexts()
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  if (field.format === 'numeric') return null
  const shared = {
    id,
    value: String(value),
    error: invalid,
    placeholder: field.placeholder && words(field.placeholder),
    maxLength: field.max ?? TEXT_MAX,
    'aria-describedby': describedBy,
    'aria-required': field.required,
    // Screen texts may be in any language.
    dir: field.format === 'url' ? 'ltr' : 'auto',
    ref: input,
    ...(field.bound &&
      host.pickField && {
        rightSection: <FieldButton input={input} pick={host.pickField} onChange={onChange} />,
        // Clicks beside the button focus the text.
        rightSectionPointerEvents: 'none' as const,
      }),
  } as const
  return field.format === 'multiline' ? (
    <Textarea
      {...shared}
      autosize
      minRows={2}
      maxRows={10}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <TextInput
      {...shared}
      inputMode={field.format === 'url' ? 'url' : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Keeps the raw text while focused, because partial input isn't a number. */
function NumberBox({ id, field, value, onChange, describedBy, invalid }: ControlProps<'textbox'>) {
  const [draft, setDraft] = useState<string | number>()
  if (field.format !== 'numeric') return null
  return (
    <NumberInput
      id={id}
      dir="ltr"
      value={draft ?? value}
      error={invalid}
      aria-describedby={describedBy}
      min={field.min}
      max={field.max}
      suffix={field.unit && ` ${field.unit}`}
      onChange={(next) => {
        setDraft(next)
        onChange(next)
      }}
      onBlur={() => setDraft(undefined)}
    />
  )
}
