import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react'

const TAKES_FOCUS = 'a, button, input'

const thingsOf = (place: Element) => [...place.querySelectorAll<HTMLElement>(TAKES_FOCUS)]

interface Heard {
  target: Element
}

/**
 * For lists whose places are drawn once and show whatever item is there: building a place anew costs far more than
 * changing its texts. Where the items have moved below the focus, the focus goes after its own, to the same thing in
 * it. Places carry `data-key`; what is answered hears of the focus within `frame`.
 */
export function useKeptFocus(frame: RefObject<HTMLElement | null>, items: readonly unknown[]) {
  const focused = useRef<{ key: string | undefined; thing: number }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another list can move items
  useLayoutEffect(() => {
    const { current } = focused
    const { activeElement } = document
    if (!current || !frame.current) return
    // Its place may have gone from below it, which nothing tells.
    if (activeElement !== document.body && !frame.current.contains(activeElement)) return
    const places = [...frame.current.querySelectorAll<HTMLElement>('[data-key]')]
    const place = places.find(({ dataset }) => dataset.key === current.key)
    const thing = place && thingsOf(place)[current.thing]
    if (thing && thing !== activeElement) thing.focus({ preventScroll: true })
  }, [items])
  return useMemo(
    () => ({
      onFocus: ({ target }: Heard) => {
        const place = target.closest<HTMLElement>('[data-key]')
        const thing = place ? thingsOf(place).indexOf(target as HTMLElement) : -1
        focused.current = place && thing >= 0 ? { key: place.dataset.key, thing } : undefined
      },
      // A window that loses the focus keeps its place in it.
      onBlur: ({ target }: Heard) => {
        if (document.activeElement !== target) focused.current = undefined
      },
    }),
    [],
  )
}
