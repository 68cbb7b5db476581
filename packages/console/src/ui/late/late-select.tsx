import { type SelectProps, TextInput, type TextInputProps } from '@mantine/core'
import { CaretUpDownIcon } from '@phosphor-icons/react/dist/csr/CaretUpDown'
import { type KeyboardEvent, type SyntheticEvent, useState } from 'react'
import type { SelectData } from './open-select.tsx'
import { useLate } from './use-late.ts'

const load = async () => (await import('./open-select.tsx')).OpenSelect

interface LateSelectProps extends Omit<SelectProps, 'data' | 'searchValue'> {
  data: SelectData
}

/** One of several choices. The list comes when the field is about to be used: forms have many. */
export function LateSelect({ data, ...select }: LateSelectProps) {
  const { Part: OpenSelect, hasFocus, ask, ahead } = useLate(load)
  const [pressed, setPressed] = useState(false)
  const [typed, setTyped] = useState('')
  const open = (event: SyntheticEvent) => {
    setPressed(true)
    ask(event)
  }
  if (OpenSelect)
    return (
      <OpenSelect
        {...select}
        data={data}
        hasFocus={hasFocus}
        opens={pressed && hasFocus}
        typed={hasFocus ? typed : ''}
      />
    )
  const {
    value,
    onChange,
    onBlur,
    allowDeselect,
    clearable,
    searchable,
    filter,
    nothingFoundMessage,
    renderOption,
    onSearchChange,
    onDropdownOpen,
    selectFirstOptionOnDropdownOpen,
    ...input
  } = select
  // Letters typed before the select is loaded are searched for once it is.
  const takeKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (searchable && isLetter && (event.key !== ' ' || typed)) {
      event.preventDefault()
      setTyped((before) => before + event.key)
      open(event)
    } else if (/^(Arrow(Up|Down)|Enter| )$/.test(event.key)) open(event)
  }
  const chosen = data.find((one) => (typeof one === 'string' ? one : one.value) === value)
  return (
    <TextInput
      {...(input as TextInputProps)}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      autoComplete="off"
      readOnly
      pointer
      value={typeof chosen === 'string' ? chosen : (chosen?.label ?? '')}
      rightSection={<CaretUpDownIcon size={14} aria-hidden="true" color="var(--text-3)" />}
      rightSectionPointerEvents="none"
      onPointerEnter={ahead}
      onFocus={ask}
      onPointerDown={open}
      onKeyDown={takeKey}
    />
  )
}
