import { useState } from 'react'
import { choicesOf, type PinyinTable, spell } from './pinyin.ts'

/** What is being spelled in Chinese; `undefined` without its table. `finish` and `erase` return whether they did anything. */
export function usePinyin(table: PinyinTable | undefined, onType: (text: string) => void) {
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(0)
  if (!table) return undefined
  const choices = choicesOf(table, typed)
  const set = (next: string) => {
    setTyped(next)
    setPage(0)
  }
  const choose = (character: string) => {
    onType(character)
    set('')
  }
  return {
    ...{ typed, choices, page, choose },
    more: () => setPage(page + 1),
    type(letter: string): void {
      const next = spell(table, typed, letter)
      if (next.done) onType(next.done)
      set(next.typed)
    },
    finish(): boolean {
      const [first] = choices
      if (first !== undefined) choose(first)
      return first !== undefined
    },
    erase(): boolean {
      if (typed) set(typed.slice(0, -1))
      return typed !== ''
    },
  }
}
