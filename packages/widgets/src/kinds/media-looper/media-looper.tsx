import { isFit } from '@vitrine/contract/fields/kinds/media-zone'
import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { WidgetProps } from '@vitrine/widgets/host'
import { useContext, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { BoxContext, PageContext } from '#lib/page.ts'
import { Placeholder } from '#lib/placeholder.tsx'
import { touchable } from '#lib/touchable.ts'
import { type PageSlot, ZonePlayer } from './zone-player.ts'

export function MediaLooper({ id, settings, size, host }: WidgetProps<SettingsOf<'media-looper'>>) {
  const root = useRef<HTMLDivElement>(null)
  const player = useRef<ZonePlayer | undefined>(undefined)
  const [pages, setPages] = useState<PageSlot[]>([])
  const page = useContext(PageContext)
  const { isOverDrawing } = useContext(BoxContext)
  const { interval, muteVideo, captions } = settings
  const media = useMemo(
    () =>
      settings.media.flatMap((entry) =>
        entry.files ? (host.listed?.(entry.files) ?? []).map((mediaId) => ({ ...entry, mediaId })) : [entry],
      ),
    [settings.media, host],
  )
  const fit = isFit(settings.fit) ? settings.fit : 'contain'

  useEffect(() => {
    if (!root.current) return
    const zone = { entries: media, interval, muted: muteVideo, captions, fit }
    if (player.current) player.current.update(zone, host)
    else
      player.current = new ZonePlayer(root.current, id, zone, host, (next) =>
        setPages((shown) => (shown.length === 0 && next.length === 0 ? shown : next)),
      )
  }, [id, media, interval, muteVideo, captions, fit, host])
  useEffect(
    () => () => {
      player.current?.dispose()
      player.current = undefined
    },
    // The zone's id never changes.
    [],
  )

  return (
    <div
      {...touchable(id, host, settings.actions)}
      style={{ position: 'absolute', left: 0, top: 0, ...size, overflow: 'hidden' }}
    >
      {media.length === 0 && <Placeholder size={size} host={host} word="mediaZone" aside={isOverDrawing} />}
      <div ref={root} style={{ position: 'absolute', left: 0, top: 0, ...size }} />
      {pages.map(({ key, element, file }) =>
        file.page ? createPortal(page.draw(file.page, size, host), element, key) : null,
      )}
    </div>
  )
}
