import { type RefObject, useEffect, useState } from 'react'

/** Whether an element has ever been in view. */
export function useSeen(element: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const watched = element.current
    if (!watched || seen) return
    const sight = new IntersectionObserver((looks) => {
      if (looks.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    sight.observe(watched)
    return () => sight.disconnect()
  }, [element, seen])
  return seen
}
