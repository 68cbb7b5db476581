import { useEffect, useRef, useState } from 'react'
import { blockKey } from './block-look.ts'
import type { BlockPlace } from './row-props.ts'

/** The block that Tab reaches, and the focus on one that was moved: it is another button once it is drawn. */
export function useBlockFocus() {
  const [current, setCurrent] = useState<string>()
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    const block = document.querySelector<HTMLElement>(`[data-run="${CSS.escape(wanted.current)}"]`)
    if (!block) return
    block.focus()
    wanted.current = undefined
  })
  const focusOn = ({ groupId, day, index }: BlockPlace) => {
    wanted.current = blockKey(groupId, day, index)
    setCurrent(wanted.current)
  }
  const step = (from: HTMLElement, to: { by: 1 | -1; rows: boolean }) => setCurrent(moveFocus(from, to))
  return { current, focusOn, step }
}

/** Moves the focus to the next block in time, or to one on another day; returns its key. */
function moveFocus(from: HTMLElement, { by, rows }: { by: 1 | -1; rows: boolean }): string | undefined {
  const all = [...document.querySelectorAll<HTMLElement>('[data-calendar] [data-run]')]
  const place = all.indexOf(from)
  const dayOf = (block: HTMLElement) => block.closest<HTMLElement>('[data-cell]')?.dataset.day
  const others = by === 1 ? all.slice(place + 1) : all.slice(0, Math.max(0, place)).reverse()
  const next = others.find((block) => !rows || dayOf(block) !== dayOf(from))
  next?.focus()
  return next?.dataset.run ?? from.dataset.run
}
