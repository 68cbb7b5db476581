import { Select } from '@mantine/core'
import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { PINS, type Pin } from '@vitrine/contract/document/pins'
import { useTranslation } from 'react-i18next'
import { AXES, type Axis } from '#content/pages/designer/geometry/rect.ts'
import styles from '#content/pages/designer/panels/panels.module.css'
import { withWidgets } from '#content/pages/designer/state/page.ts'
import { withPin } from '#content/pages/designer/state/pins.ts'
import { useDesigner } from '#content/pages/designer/state/use-designer.ts'

const NONE = 'none'
const MIXED = 'mixed'

/** What the selection keeps when the page changes its size, along each axis. */
export function PinFields({ widgets }: { widgets: readonly ReadWidget[] }) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const change = (axis: Axis, value: string | null) => {
    const pin = PINS.find((one) => one === value)
    const changed = designer.selected().map((widget) => withPin(widget, axis, pin))
    designer.commit(withWidgets(designer.state.page, changed), { name: 'pin', count: changed.length })
  }
  return (
    <div className={styles.stack}>
      {AXES.map((axis) => {
        const [first, ...others] = widgets.map(({ pins }): Pin | typeof NONE => pins?.[axis] ?? NONE)
        return (
          <Select
            key={axis}
            size="xs"
            label={t(`designer.pins.${axis}`)}
            value={others.every((other) => other === first) ? first : MIXED}
            allowDeselect={false}
            placeholder={t('designer.mixed')}
            data={[
              { value: NONE, label: t('designer.pins.none') },
              ...PINS.map((pin) => ({ value: pin, label: t(`designer.pins.${axis}Of.${pin}`) })),
            ]}
            onChange={(value) => change(axis, value)}
          />
        )
      })}
      <p className={styles.note}>{t('designer.pins.hint')}</p>
    </div>
  )
}
