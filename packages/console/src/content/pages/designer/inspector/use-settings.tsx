import { Button } from '@mantine/core'
import { FRAME_FIELDS } from '@vitrine/contract/document/frame'
import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import type { PartUse } from '@vitrine/contract/document/part-use'
import type { Fields } from '@vitrine/contract/fields/field'
import { checkValues, readValues } from '@vitrine/contract/fields/values'
import { useTranslation } from 'react-i18next'
import { commandOf, isEnabled, run } from '#content/pages/designer/commands/commands.ts'
import styles from '#content/pages/designer/panels/panels.module.css'
import { withFrame } from '#content/pages/designer/state/frame.ts'
import { withWidgets } from '#content/pages/designer/state/page.ts'
import { useDesigner } from '#content/pages/designer/state/use-designer.ts'
import sheet from '#content/pages/parts/parts.module.css'
import { UseValues } from '#content/pages/parts/use-values.tsx'
import type { FieldsHost } from '#fields/control.ts'
import { FieldsForm } from '#fields/fields-form.tsx'
import { PinFields } from './pin-fields.tsx'
import { PositionFields } from './position-fields.tsx'
import { LateSection, Section } from './section.tsx'

interface UseSettingsProps {
  widget: ReadWidget & { use: PartUse }
  host: FieldsHost
  showErrors: boolean
}

/** A part on the page: its values, its place, and what all of its widgets share. */
export function UseSettings({ widget, host, showErrors }: UseSettingsProps) {
  const { t } = useTranslation()
  const designer = useDesigner()
  return (
    <>
      <div className={`${styles.section} ${styles.stack}`}>
        <strong>
          <bdi>{widget.name}</bdi>
        </strong>
        <div className={sheet.buttons}>
          {(['editPart', 'detachPart'] as const).map((id) => (
            <Button
              key={id}
              size="compact-sm"
              variant="default"
              disabled={!isEnabled(commandOf(id), designer)}
              onClick={() => run(commandOf(id), designer)}
            >
              {t(`designer.commands.${id}`)}
            </Button>
          ))}
        </div>
      </div>
      <Section name="content" title={t('parts.values')}>
        <UseValues key={widget.id} widget={widget} host={host} showErrors={showErrors} />
      </Section>
      <Section name="position" title={t('designer.sections.position')}>
        <PositionFields widgets={[widget]} />
      </Section>
      <LateSection name="frame" title={t('designer.sections.frame')}>
        <SharedFrame widget={widget} host={host} />
      </LateSection>
      <LateSection name="pins" title={t('designer.sections.pins')}>
        <PinFields widgets={[widget]} />
      </LateSection>
    </>
  )
}

const { opacity, rotation, blend, enter, enterDelay, change } = FRAME_FIELDS
/** A part has no box: its widgets have corners, borders, and shadows. */
const FIELDS: Fields = { opacity, rotation, blend, enter, enterDelay, change }

function SharedFrame({ widget, host }: Pick<UseSettingsProps, 'widget' | 'host'>) {
  const designer = useDesigner()
  const values = readValues(FIELDS, widget.frame ?? {})
  return (
    <FieldsForm
      fields={FIELDS}
      values={values}
      errors={checkValues(FIELDS, values)}
      host={host}
      onChange={(name, value) => {
        const next = withFrame(widget, name, value)
        const page = withWidgets(designer.state.page, [next])
        designer.commit(page, { name: 'edit', count: 1 }, `frame ${widget.id} ${name}`)
      }}
    />
  )
}
