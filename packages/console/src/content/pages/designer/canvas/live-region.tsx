import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#content/pages/designer/designer.module.css'
import type { DesignerState } from '#content/pages/designer/state/designer-state.ts'
import { groupOf } from '#content/pages/designer/state/groups.ts'
import { frontFirst, widgetOf } from '#content/pages/designer/state/page.ts'
import { useDesigner, useDesignerState, useLaterPage } from '#content/pages/designer/state/use-designer.ts'

/** How long the note about an undone change is visible. */
const NOTE_MS = 2500

/** The committed page: don't announce a gesture in progress. */
const lastStep = ({ history }: DesignerState) => history.present

/** Announces the selection and its position, and names undone changes. */
export function LiveRegion() {
  const { t } = useTranslation()
  const designer = useDesigner()
  const page = useLaterPage(Object.is, lastStep)
  const selection = useDesignerState((state) => state.selection)
  const [travelled, setTravelled] = useState('')
  useEffect(() => {
    const announce = (label: { name: string; count: number }, back: boolean) => {
      const step = t(`designer.steps.${label.name as 'move'}`, { count: label.count })
      const text = t(back ? 'designer.undid' : 'designer.redid', { step })
      setTravelled(text)
      clearTimeout(timer)
      timer = setTimeout(() => setTravelled(''), NOTE_MS)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    designer.announcers.add(announce)
    return () => {
      clearTimeout(timer)
      designer.announcers.delete(announce)
    }
  }, [designer, t])
  const [id] = selection
  const widget = id === undefined ? undefined : widgetOf(page, id)
  const severalText = (count: number) => {
    const chosen = page.widgets.filter((one) => selection.includes(one.id))
    const name = groupOf(page, chosen)
    return name === undefined ? t('designer.several', { count }) : t('designer.layers.group', { name, count })
  }
  const text =
    widget && selection.length === 1
      ? t('designer.says', {
          name: widget.name,
          number: frontFirst(page).indexOf(widget) + 1,
          count: page.widgets.length,
          x: widget.x,
          y: widget.y,
          width: widget.width,
          height: widget.height,
        })
      : selection.length > 1
        ? severalText(selection.length)
        : ''
  return (
    <div aria-live="polite">
      {travelled && <span className={styles.travelled}>{travelled}</span>}
      <span className="visually-hidden">{text}</span>
    </div>
  )
}
