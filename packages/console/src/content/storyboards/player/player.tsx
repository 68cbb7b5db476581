import { ActionIcon, Button } from '@mantine/core'
import { CaretLeftIcon } from '@phosphor-icons/react/dist/csr/CaretLeft'
import { CaretRightIcon } from '@phosphor-icons/react/dist/csr/CaretRight'
import { PauseIcon } from '@phosphor-icons/react/dist/csr/Pause'
import { PlayIcon } from '@phosphor-icons/react/dist/csr/Play'
import { STANDARD_HEIGHT, STANDARD_WIDTH } from '@vitrine/contract/api/content/storyboards'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PreviewPage } from '#content/pages/preview/preview-page.ts'
import type { Size } from '#content/storyboards/timeline/timeline.ts'
import { usePageHost } from '#pictures/pages/page-host.ts'
import { useExpanded } from '#pictures/pages/use-expanded.ts'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { ScreenTile } from '#ui/screen/screen-tile.tsx'
import styles from './player.module.css'
import type { Playback } from './use-playback.ts'

const AsScreenPicker = lazyPart(
  async () => (await import('#pickers/values/as-screen-picker.tsx')).AsScreenPicker,
)

interface PlayerProps {
  playback: Playback
  blank: string
  /** The target size, until its pages have loaded. */
  size?: Size
}

/** The stage with playback controls; touches work as on a screen, and their effects are listed beside it. */
export function Player({ playback, blank, size }: PlayerProps) {
  const { t } = useTranslation()
  const { page, run, count, playing } = playback
  const { width, height } = page?.document ?? size ?? { width: STANDARD_WIDTH, height: STANDARD_HEIGHT }
  return (
    <section className={styles.player} aria-label={t('storyboards.player')}>
      <div
        className={styles.stage}
        style={{ '--ratio': Math.max(1, width / height) } as React.CSSProperties}
        dir="ltr"
      >
        <ScreenTile width={width} height={height}>
          {page ? (
            <Stage key={`${page.key} ${run.visit}`} page={page} playback={playback} />
          ) : (
            <span className={styles.blank}>{blank}</span>
          )}
        </ScreenTile>
      </div>
      <div className={styles.bar} dir="ltr">
        <ActionIcon aria-label={t('preview.previous')} disabled={count < 2} onClick={() => run.step(-1)}>
          <CaretLeftIcon size={18} aria-hidden="true" />
        </ActionIcon>
        <Button
          variant="default"
          size="compact-md"
          disabled={count === 0}
          aria-keyshortcuts="Space"
          leftSection={
            playing ? (
              <PauseIcon size={16} weight="fill" aria-hidden="true" />
            ) : (
              <PlayIcon size={16} weight="fill" aria-hidden="true" />
            )
          }
          onClick={playback.toggle}
        >
          {t(playing ? 'storyboards.pause' : 'storyboards.play')}
        </Button>
        <ActionIcon aria-label={t('preview.next')} disabled={count < 2} onClick={() => run.step(1)}>
          <CaretRightIcon size={18} aria-hidden="true" />
        </ActionIcon>
        <Waiting quiet>
          <AsScreenPicker always={playback.decides} />
        </Waiting>
        <span className={styles.position}>
          {page && t('storyboards.position', { position: Math.max(1, run.position), count, name: page.name })}
        </span>
      </div>
      <ol className={styles.log} aria-label={t('preview.log')} aria-live="polite">
        {run.log.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ol>
    </section>
  )
}

function Stage({ page, playback }: { page: PreviewPage; playback: Playback }) {
  const { run, playing } = playback
  const room = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = room.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const { document } = useExpanded(page.document)
  const host = usePageHost({
    document,
    mode: 'preview',
    motion: playing,
    run: run.perform,
    onCommand: run.onCommand,
    since: run.since,
    asScreen: true,
  })
  return (
    <div ref={room} className={styles.room}>
      {width > 0 && <LayoutView document={document} host={host} scale={width / page.document.width} />}
    </div>
  )
}
