import { Button } from '@mantine/core'
import { ArrowsOutIcon } from '@phosphor-icons/react/dist/csr/ArrowsOut'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * Fills a monitor of an operations room with the dashboard, which refreshes on its own; Esc leaves it. The whole document
 * is in full screen, because messages are outside the dashboard. Without `open`, the browser can't: those of phones.
 */
export function useWall(): { isOpen: boolean; open?: () => void } {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const follow = () => setOpen((before) => before && document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => {
      document.removeEventListener('fullscreenchange', follow)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    }
  }, [])
  useEffect(() => {
    if (!isOpen) return
    // Most browsers end it themselves.
    const leave = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) void document.exitFullscreen().catch(() => undefined)
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [isOpen])
  if (!document.fullscreenEnabled) return { isOpen }
  const open = async () => {
    await document.documentElement.requestFullscreen()
    setOpen(true)
  }
  return { isOpen, open: () => void open().catch(() => undefined) }
}

export function WallButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation()
  return (
    <Button variant="subtle" leftSection={<ArrowsOutIcon size={16} aria-hidden="true" />} onClick={onOpen}>
      {t('dashboard.wall.open')}
    </Button>
  )
}
