import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { lazyPart, Waiting } from './lazy-part.tsx'

/**
 * A dialog whose chunk loads when it first opens, and which then stays mounted: `lateDialog(async () => (await
 * import('…')).XDialog)`.
 */
export function lateDialog<P extends { opened: boolean }>(load: () => Promise<ComponentType<P>>) {
  const Late = lazyPart<P>(async () => {
    const Dialog = await load()
    return function OpensOnceMounted(props: P) {
      // Mount first, then open: dialogs remember the focused element when they open.
      const [mounted, setMounted] = useState(false)
      useEffect(() => setMounted(true), [])
      return <Dialog {...props} opened={props.opened && mounted} />
    }
  })
  return function LateDialog(props: P) {
    const [asked, setAsked] = useState(false)
    const { opened } = props
    // In a transition React shows the dialog as soon as its chunk has loaded; a fallback would add 300 ms.
    useEffect(() => {
      if (opened) startTransition(() => setAsked(true))
    }, [opened])
    return (
      asked && (
        <Waiting quiet>
          <Late {...props} />
        </Waiting>
      )
    )
  }
}
