import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { lazyPart, Waiting } from './lazy-part.tsx'

/**
 * A dialog whose script is loaded when it first opens, and that stays mounted from then on:
 * `lateDialog(async () => (await import('…')).XDialog)`.
 */
export function lateDialog<P extends { opened: boolean }>(load: () => Promise<ComponentType<P>>) {
  const Late = lazyPart<P>(async () => {
    const Dialog = await load()
    return function OpensOnceMounted(props: P) {
      // Dialogs remember what had the focus when they open, not when they mount.
      const [mounted, setMounted] = useState(false)
      useEffect(() => setMounted(true), [])
      return <Dialog {...props} opened={props.opened && mounted} />
    }
  })
  return function LateDialog(props: P) {
    const [asked, setAsked] = useState(false)
    const { opened } = props
    // In a transition React shows the dialog as soon as its script has loaded. After a fallback it would wait 300 ms
    // longer.
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
