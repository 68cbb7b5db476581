import { Button, SegmentedControl } from '@mantine/core'
import { DeviceRotateIcon } from '@phosphor-icons/react/dist/csr/DeviceRotate'
import { SCREEN_SIZES } from '@vitrine/contract/api/content/layouts'
import { PAGE_MAX, PAGE_MIN } from '@vitrine/contract/document/layout-document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { commandOf, run } from '#content/pages/designer/commands/commands.ts'
import type { Size } from '#content/pages/designer/geometry/rect.ts'
import styles from '#content/pages/designer/panels/panels.module.css'
import { useDesigner, useDesignerState } from '#content/pages/designer/state/use-designer.ts'
import type { FieldsHost } from '#fields/control.ts'
import { computed } from '#ui/form/fields/arithmetic.ts'
import { NumberInput } from '#ui/form/fields/number-input.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { BackgroundField } from './background-field.tsx'
import { LateSection, Section } from './section.tsx'
import { ShapeField } from './shape-field.tsx'

const BackdropFields = lazyPart(async () => (await import('./backdrop-fields.tsx')).BackdropFields)

const UsualSizesMenu = lazyPart(async () => (await import('./usual-sizes-menu.tsx')).UsualSizesMenu)

const SIZES = Object.values(SCREEN_SIZES)
const nameOf = ({ width, height }: Size) => `${width}x${height}`

/** Size and background of the page itself. */
export function PageSettings({ host, sizes }: { host: FieldsHost; sizes: boolean }) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const page = useDesignerState((state) => state.page)
  const resize = ({ width, height }: Size) => {
    const before = designer.state.page
    if (before.width === width && before.height === height) return
    if (before.widgets.length > 0) return designer.set({ sizing: { width, height } })
    designer.commit({ ...before, width, height }, { name: 'page', count: 0 })
    designer.fit()
  }
  const preset = SIZES.find((size) => nameOf(size) === nameOf(page))
  return (
    <>
      {sizes && (
        <Section name="content" title={t('designer.sections.page')}>
          <div className={styles.stack}>
            <SegmentedControl
              fullWidth
              size="xs"
              dir="ltr"
              orientation="vertical"
              aria-label={t('designer.sections.page')}
              value={preset ? nameOf(preset) : ''}
              data={SIZES.map((size) => ({ value: nameOf(size), label: nameOf(size) }))}
              onChange={(name) => {
                const size = SIZES.find((one) => nameOf(one) === name)
                if (size) resize(size)
              }}
            />
            <div className={styles.pair} dir="ltr">
              <SizeField side="width" value={page.width} onChange={(width) => resize({ ...page, width })} />
              <SizeField
                side="height"
                value={page.height}
                onChange={(height) => resize({ ...page, height })}
              />
            </div>
            <Waiting quiet>
              <UsualSizesMenu page={page} onChoose={resize} />
            </Waiting>
            <AdaptButton />
          </div>
        </Section>
      )}
      <Section name="look" title={t('designer.sections.look')}>
        <BackgroundField host={host} />
        <ShapeField />
      </Section>
      <LateSection name="backdrop" title={t('designer.sections.backdrop')}>
        <Waiting>
          <BackdropFields host={host} />
        </Waiting>
      </LateSection>
    </>
  )
}

/** Proposes the page for screens that are turned. */
function AdaptButton() {
  const { t } = useTranslation()
  const designer = useDesigner()
  const { upright, isEmpty } = useDesignerState(({ page }) => ({
    upright: page.height > page.width,
    isEmpty: page.widgets.length === 0,
  }))
  return (
    <Button
      variant="default"
      size="compact-sm"
      fullWidth
      disabled={isEmpty}
      leftSection={<DeviceRotateIcon size={16} aria-hidden="true" />}
      onClick={() => run(commandOf('adapt'), designer)}
    >
      {t(upright ? 'designer.resize.toLandscape' : 'designer.resize.toPortrait')}
    </Button>
  )
}

interface SizeFieldProps {
  side: 'width' | 'height'
  value: number
  onChange: (value: number) => void
}

function SizeField({ side, value, onChange }: SizeFieldProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<string | number>()
  const choose = (length: number) => onChange(Math.round(Math.min(Math.max(length, PAGE_MIN), PAGE_MAX)))
  const commit = () => {
    if (typeof draft === 'number') choose(draft)
    setDraft(undefined)
  }
  return (
    <NumberInput
      size="xs"
      dir="ltr"
      hideControls
      leftSection={<span aria-hidden="true">{t(`designer.side.${side}`)}</span>}
      aria-label={t(`designer.sideName.${side}`)}
      value={draft ?? value}
      allowDecimal={false}
      onChange={setDraft}
      onSum={(sum) => {
        const result = computed(sum, { value, whole: value })
        setDraft(undefined)
        if (result !== undefined) choose(result)
      }}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}
