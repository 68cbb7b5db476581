import { Button } from '@mantine/core'
import { ArrowsOutIcon } from '@phosphor-icons/react/dist/csr/ArrowsOut'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'

/** Fills a monitor of an operations room with the dashboard, which refreshes on its own. Esc leaves it. */
export function WallButton({ wall }: { wall: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation()
  // Browsers of phones can't.
  if (!document.fullscreenEnabled) return null
  return (
    <Button
      variant="subtle"
      leftSection={<ArrowsOutIcon size={16} aria-hidden="true" />}
      onClick={() => void wall.current?.requestFullscreen().catch(() => undefined)}
    >
      {t('dashboard.wall.open')}
    </Button>
  )
}
