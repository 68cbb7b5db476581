import { TextInput } from '@mantine/core'
import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { WIDGET_GROUPS } from '@vitrine/widgets/definition'
import { DEFINITIONS, WIDGET_TYPES, type WidgetType } from '@vitrine/widgets/definitions'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CommandButton } from '#content/pages/designer/bar/command-button.tsx'
import { WIDGET_DRAG } from '#content/pages/designer/canvas/canvas.tsx'
import { frontFirst, type Page } from '#content/pages/designer/state/page.ts'
import { useDesigner, useDesignerState, useLaterPage } from '#content/pages/designer/state/use-designer.ts'
import { useFieldTexts } from '#fields/field-texts.ts'
import styles from './panels.module.css'
import { widgetIcon } from './widget-icons.ts'

/** Widget types by group: a click adds one near the center, dragging adds it at the drop position. */
export const AddPanel = memo(function AddPanel() {
  const { t } = useTranslation()
  const words = useFieldTexts()
  const [search, setSearch] = useState('')
  const draws = useDesignerState(({ options }) => options.draw)
  const wanted = search.trim().toLowerCase()
  const page = useLaterPage(wanted ? sameNames : anyPage)
  const present = wanted ? frontFirst(page).filter(({ name }) => name.toLowerCase().includes(wanted)) : []
  const groups = WIDGET_GROUPS.map((group) => ({
    group,
    types: WIDGET_TYPES.filter(
      (type) =>
        DEFINITIONS[type].group === group && words(DEFINITIONS[type].label).toLowerCase().includes(wanted),
    ),
  })).filter(({ types }) => types.length > 0)
  return (
    <div className={styles.scroll}>
      <div className={styles.searchLine}>
        <TextInput
          size="xs"
          type="search"
          aria-label={t('designer.commands.search')}
          placeholder={t('designer.commands.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <CommandButton id="draw" />
      </div>
      {draws && <p className={styles.hint}>{t('designer.drawHint')}</p>}
      {groups.length === 0 && present.length === 0 && <p className={styles.note}>{t('fields.noMatch')}</p>}
      {groups.map(({ group, types }) => (
        <section key={group} aria-label={t(`designer.groups.${group}`)}>
          <h2 className={styles.heading}>{t(`designer.groups.${group}`)}</h2>
          <div className={styles.palette}>
            {types.map((type) => (
              <WidgetButton key={type} type={type} />
            ))}
          </div>
        </section>
      ))}
      {present.length > 0 && (
        <section aria-label={t('designer.selectLayer')}>
          <h2 className={styles.heading}>{t('designer.selectLayer')}</h2>
          {present.map((widget) => (
            <FoundWidget key={widget.id} widget={widget} />
          ))}
        </section>
      )}
    </div>
  )
})

/** Adds a widget on click, or by dragging it to the page. */
function WidgetButton({ type }: { type: WidgetType }) {
  const words = useFieldTexts()
  const designer = useDesigner()
  const Sign = widgetIcon(type)
  const label = words(DEFINITIONS[type].label)
  const { draws, armed } = useDesignerState(({ options: { draw }, brush }) => ({
    draws: draw,
    armed: brush?.type === type,
  }))
  return (
    <button
      type="button"
      className={styles.widget}
      data-widget-type={type}
      aria-pressed={draws ? armed : undefined}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(WIDGET_DRAG, type)
        event.dataTransfer.setData('text/plain', label)
        event.dataTransfer.effectAllowed = 'copy'
      }}
      onClick={(event) => {
        if (draws) designer.set({ brush: armed ? null : { type, label } })
        else designer.add(type, label)
        // After a click the user will position the widget, so focus the canvas; keyboard users may add another.
        if (event.detail > 0) designer.request('canvas')
      }}
    >
      <Sign size={20} aria-hidden="true" />
      {label}
    </button>
  )
}

/** Selects a widget that the search found. */
function FoundWidget({ widget: { id, type, name } }: { widget: ReadWidget }) {
  const designer = useDesigner()
  const Sign = widgetIcon(type)
  return (
    <button
      type="button"
      className={styles.found}
      onClick={() => {
        designer.select([id])
        designer.request('canvas')
      }}
    >
      <Sign size={16} aria-hidden="true" />
      {name}
    </button>
  )
}

/** Subscribes to the page's widgets only while searching. */
const anyPage = () => true
const sameNames = (a: Page, b: Page): boolean =>
  a.widgets.length === b.widgets.length &&
  a.widgets.every(({ id, name, zIndex }, index) => {
    const other = b.widgets[index]
    return other?.id === id && other.name === name && other.zIndex === zIndex
  })
