import { Menu } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDesigner, useDesignerState } from '#content/pages/designer/state/use-designer.ts'
import { NumberInput } from '#ui/form/fields/number-input.tsx'
import { ShownZoom } from './shown-zoom.tsx'

const ZOOMS = [0.25, 0.5, 1, 2, 4]

/** The zoom level and its menu. */
export function ZoomMenu() {
  const { t } = useTranslation()
  const designer = useDesigner()
  const [opened, setOpened] = useState(false)
  const zoom = useDesignerState((state) => state.view.zoom)
  const [draft, setDraft] = useState<string | number>()
  const percent = Math.round(zoom * 100)
  const apply = () => {
    if (typeof draft === 'number') designer.zoomTo(draft / 100)
    setDraft(undefined)
  }
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened}>
      <Menu.Target>
        <ShownZoom />
      </Menu.Target>
      <Menu.Dropdown>
        <NumberInput
          size="xs"
          m={4}
          w={140}
          hideControls
          suffix=" %"
          aria-label={t('designer.zoomTo')}
          value={draft ?? percent}
          onChange={setDraft}
          onBlur={apply}
          onKeyDown={(event) => event.key === 'Enter' && apply()}
        />
        {ZOOMS.map((one) => (
          <Menu.Item key={one} onClick={() => designer.zoomTo(one)}>
            <bdi dir="ltr">{one * 100} %</bdi>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => designer.fit()}>{t('designer.commands.zoomFit')}</Menu.Item>
        <Menu.Item onClick={() => designer.fitSelection()}>{t('designer.commands.zoomSelection')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
