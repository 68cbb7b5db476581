import { Button } from '@mantine/core'
import { FRAME_FIELDS } from '@vitrine/contract/document/frame'
import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import type { Fields } from '@vitrine/contract/fields/field'
import { checkValues, readValues } from '@vitrine/contract/fields/values'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#content/pages/designer/panels/panels.module.css'
import { staggered, withFrame } from '#content/pages/designer/state/frame.ts'
import { withWidgets } from '#content/pages/designer/state/page.ts'
import { useDesigner, useDesignerState } from '#content/pages/designer/state/use-designer.ts'
import type { FieldsHost } from '#fields/control.ts'
import { FieldsForm } from '#fields/fields-form.tsx'

const FIELDS: Fields = FRAME_FIELDS

/** Opacity, rotation, corners, border, and shadow of one or several widgets. Shows the first one's. */
export function FrameFields({ widgets, host }: { widgets: readonly ReadWidget[]; host: FieldsHost }) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const behind = useDesignerState(({ page }) => page.backdrop?.media?.[0]?.mediaId)
  const isVideo = behind !== undefined && host.media(behind)?.mimetype.startsWith('video/') === true
  const values = readValues(FIELDS, widgets[0]?.frame ?? {})
  const onChange = useCallback(
    (name: string, value: unknown) => {
      const selected = designer.selected()
      const changed = selected.map((widget) => withFrame(widget, name, value))
      const ids = selected.map(({ id }) => id).join()
      designer.commit(
        withWidgets(designer.state.page, changed),
        { name: 'edit', count: changed.length },
        `frame ${ids} ${name}`,
      )
    },
    [designer],
  )
  const stagger = () => {
    const { page } = designer.state
    const changed = staggered(designer.selected())
    designer.commit(withWidgets(page, changed), { name: 'edit', count: changed.length }, 'stagger')
  }
  return (
    <>
      <FieldsForm
        fields={FIELDS}
        values={values}
        errors={checkValues(FIELDS, values)}
        host={host}
        onChange={onChange}
      />
      {isVideo && widgets.some(({ frame }) => frame?.blend) && (
        <p className={styles.mixed}>{t('designer.blendsOverVideo')}</p>
      )}
      {widgets.filter(({ frame }) => frame?.enter).length > 1 && (
        <Button variant="default" size="compact-sm" onClick={stagger}>
          {t('designer.stagger')}
        </Button>
      )}
    </>
  )
}
