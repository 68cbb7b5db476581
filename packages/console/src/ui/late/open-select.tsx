import { Select, type SelectProps } from '@mantine/core'
import { type KeyboardEvent, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import type { TakesPlace } from './use-late.ts'

export type SelectData = readonly (string | { value: string; label: string; disabled?: boolean })[]

interface OpenSelectProps extends Omit<SelectProps, 'data' | 'searchValue'>, TakesPlace {
  data: SelectData
  /** Typed into the field before the select was loaded. */
  typed: string
  /** Its list is open from the beginning. */
  opens: boolean
}

/** The select itself, in the place of its field that is about to be used. */
export function OpenSelect({
  hasFocus,
  opens,
  typed,
  ref,
  data,
  onSearchChange,
  onDropdownOpen,
  onDropdownClose,
  ...select
}: OpenSelectProps) {
  const own = useRef<HTMLInputElement>(null)
  const takes = useRef(hasFocus)
  useLayoutEffect(() => {
    if (takes.current) own.current?.focus({ preventScroll: true })
  }, [])
  const [opened, setOpened] = useState(opens)
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  // Mantine says "expanded" of a list that it knows, and it knows the list a moment after that was drawn.
  useEffect(() => {
    if (!opened) return
    const frame = requestAnimationFrame(drawAgain)
    return () => cancelAnimationFrame(frame)
  }, [opened])
  const [search, setSearch] = useState(typed)
  const searchFor = (text: string) => {
    setSearch(text)
    onSearchChange?.(text)
  }
  const searchRef = useRef(searchFor)
  // After the effect of Select that fills in the label of its value.
  useEffect(() => {
    if (typed) searchRef.current(typed)
  }, [typed])
  // Mantine forgets the highlighted option when its own timer runs late, and draws the list a frame late.
  const takeTyped = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !opened || !select.searchable) return
    const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '')
    const highlighted = list?.querySelector<HTMLElement>('[data-combobox-selected]')
    const option = highlighted ? undefined : firstMatch(data, select.value, search)
    if (!highlighted && !option) return
    event.preventDefault()
    event.stopPropagation()
    if (!option) return highlighted?.click()
    select.onChange?.(option.value, option)
    setOpened(false)
    onDropdownClose?.()
  }
  return (
    <Select
      {...select}
      data={data}
      searchValue={search}
      onSearchChange={searchFor}
      onKeyDownCapture={takeTyped}
      ref={(input) => {
        own.current = input
        if (typeof ref === 'function') ref(input)
        else if (ref) ref.current = input
      }}
      dropdownOpened={opened}
      onDropdownOpen={() => {
        setOpened(true)
        onDropdownOpen?.()
      }}
      onDropdownClose={() => {
        setOpened(false)
        onDropdownClose?.()
      }}
    />
  )
}

/** The first option that contains what was typed; undefined when nothing was. */
function firstMatch(data: SelectData, value: string | null | undefined, search: string) {
  const options = data.map((one) => (typeof one === 'string' ? { value: one, label: one } : one))
  const text = search.trim().toLowerCase()
  const chosen = options.find((one) => one.value === value)
  if (text === '' || chosen?.label === search) return undefined
  return options.find(
    ({ label, disabled = false }: { label: string; disabled?: boolean }) =>
      !disabled && label.toLowerCase().includes(text),
  )
}
