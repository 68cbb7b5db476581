import { type SelectProps, TextInput, type TextInputProps } from '@mantine/core'
import { CaretUpDownIcon } from '@phosphor-icons/react/dist/csr/CaretUpDown'
import { type SyntheticEvent, useState } from 'react'
import { useLate } from './use-late.ts'

const load = async () => (await import('./open-select.tsx')).OpenSelect

interface LateSelectProps extends SelectProps {
  data: readonly (string | { value: string; label: string; disabled?: boolean })[]
}

/** One of several choices. The list comes when the field is about to be used: forms have many. */
export function LateSelect({ data, ...select }: LateSelectProps) {
  const { Part: OpenSelect, hasFocus, ask, ahead } = useLate(load)
  const [pressed, setPressed] = useState(false)
  const open = (event: SyntheticEvent) => {
    setPressed(true)
    ask(event)
  }
  if (OpenSelect)
    return <OpenSelect {...select} data={data} hasFocus={hasFocus} opens={pressed && hasFocus} />
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
      onKeyDown={(event) => /^(Arrow(Up|Down)|Enter| )$/.test(event.key) && open(event)}
    />
  )
}
