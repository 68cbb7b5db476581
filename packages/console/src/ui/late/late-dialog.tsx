import { type ComponentType, useEffect, useState } from 'react'
import { lazyPart, Waiting } from './lazy-part.tsx'

/** Milliseconds after the first screen stands: then a dialog opens at once, and also where the line is lost meanwhile. */
const AHEAD_MS = 3000

/**
 * A dialog that comes when the screen is at rest or when it is first opened, and then stays:
 * `lateDialog(async () => (await import('…')).XDialog)`. Without `ahead` it comes only when it is opened: editors have
 * many.
 */
export function lateDialog<P extends { opened: boolean }>(
  load: () => Promise<ComponentType<P>>,
  { ahead = true } = {},
) {
  const Late = lazyPart<P>(async () => {
    const Dialog = await load()
    return function OpensOnceThere(props: P) {
      // Dialogs remember what had the focus when they open, not when they come.
      const [there, setThere] = useState(false)
      useEffect(() => setThere(true), [])
      return <Dialog {...props} opened={props.opened && there} />
    }
  })
  return function LateDialog(props: P) {
    const [asked, setAsked] = useState(props.opened)
    if (props.opened && !asked) setAsked(true)
    useEffect(() => {
      if (!ahead) return
      const fetchAhead = () => {
        // A style sheet that arrives under a hand that drags makes it stumble.
        if (document.querySelector(':active')) timer = setTimeout(fetchAhead, AHEAD_MS)
        else Late.ahead()
      }
      let timer = setTimeout(fetchAhead, AHEAD_MS)
      return () => clearTimeout(timer)
    }, [])
    return (
      asked && (
        <Waiting quiet>
          <Late {...props} />
        </Waiting>
      )
    )
  }
}
