import { Button, Popover } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Size } from '#content/pages/designer/geometry/rect.ts'
import { UsualSizes } from '#ui/size/usual-sizes.tsx'

/** Other sizes by name. */
export function UsualSizesMenu({ page, onChoose }: { page: Size; onChoose: (size: Size) => void }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} width={360} position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default" size="compact-sm" fullWidth onClick={() => setOpened(!opened)}>
          {t('sizes.other')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <UsualSizes
          chosen={page}
          onChoose={(size) => {
            setOpened(false)
            onChoose(size)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
