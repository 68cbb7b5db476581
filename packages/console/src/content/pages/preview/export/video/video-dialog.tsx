import { Alert, Button, Group, Modal, NumberInput, Progress, SegmentedControl } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import styles from '#content/pages/preview/export/export.module.css'
import type { PreviewPage } from '#content/pages/preview/preview-page.ts'
import { saveContent } from '#lib/browser/save-content.ts'
import { clock as realClock } from '#lib/clock.ts'
import { notify } from '#lib/toasts.ts'
import { drawablePage } from '#pictures/pages/page-picture.tsx'
import { FrameClock } from './frame-clock.ts'
import { MovingPage } from './moving-page.tsx'
import { canRecord, RATES, record, SECONDS_MOST, videoSize } from './record.ts'

interface VideoDialogProps {
  page: PreviewPage
  opened: boolean
  onClose: () => void
}

/** Asks for the length of a video of a page, and draws it. */
export function VideoDialog({ page, opened, onClose }: VideoDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal opened={opened} onClose={onClose} size={440} title={t('preview.export.videoTitle')} zIndex={500}>
      {opened && <Asked page={page} onClose={onClose} />}
    </Modal>
  )
}

function Asked({ page, onClose }: Omit<VideoDialogProps, 'opened'>) {
  const { t } = useTranslation()
  const [seconds, setSeconds] = useState(Math.min(SECONDS_MOST, Math.round(page.seconds ?? 10)))
  const [rate, setRate] = useState<number>(RATES[0])
  const [isDrawing, setDrawing] = useState(false)
  const { width, height } = videoSize(page.document)
  if (!canRecord()) return <Alert color="yellow">{t('preview.export.videoUnsupported')}</Alert>
  if (isDrawing) return <Drawing {...{ page, seconds, rate, onClose }} />
  return (
    <>
      <p>
        {t('preview.export.videoText')} <bdi dir="ltr">{`${width} × ${height}`}</bdi>
      </p>
      <NumberInput
        mt={16}
        label={t('preview.export.videoSeconds')}
        data-autofocus
        min={1}
        max={SECONDS_MOST}
        clampBehavior="strict"
        value={seconds}
        onChange={(value) => typeof value === 'number' && value >= 1 && setSeconds(value)}
      />
      <SegmentedControl
        mt={16}
        aria-label={t('preview.export.videoRate')}
        data={RATES.map((one) => ({
          value: String(one),
          label: t('preview.export.videoFrames', { rate: one }),
        }))}
        value={String(rate)}
        onChange={(value) => setRate(Number(value))}
      />
      <Group justify="flex-end" gap={8} mt={24}>
        <Button variant="default" onClick={onClose}>
          {t('form.cancel')}
        </Button>
        <Button onClick={() => setDrawing(true)}>{t('preview.export.videoDraw')}</Button>
      </Group>
    </>
  )
}

interface DrawingProps extends Omit<VideoDialogProps, 'opened'> {
  seconds: number
  rate: number
}

function Drawing({ page, seconds, rate, onClose }: DrawingProps) {
  const { t } = useTranslation()
  const frame = useRef<HTMLDivElement>(null)
  const [share, setShare] = useState(0)
  const stop = useRef<AbortController>(undefined)
  const clock = useMemo(() => new FrameClock(Math.floor(realClock.now() / 1000) * 1000), [])
  useEffect(() => () => stop.current?.abort(), [])
  const draw = async (signal: AbortSignal) => {
    const drawable = drawablePage(frame.current)
    if (!drawable) return notify({ kind: 'warning', message: t('preview.export.refused') })
    const { width, height } = page.document
    const video = await record({
      page: drawable,
      clock,
      width,
      height,
      seconds,
      rate,
      signal,
      onProgress: setShare,
    })
    if (video) saveContent(video, `${page.name || t('layouts.newName')}.mp4`)
    else if (!signal.aborted) notify({ kind: 'warning', message: t('preview.export.videoUnsupported') })
  }
  const begin = () => {
    const own = new AbortController()
    stop.current = own
    const { signal } = own
    void draw(signal)
      .catch(() => notify({ kind: 'negative', message: t('preview.export.videoFailed') }))
      .finally(() => signal.aborted || onClose())
  }
  return (
    <>
      <Progress value={share * 100} aria-label={t('preview.export.videoDrawing')} />
      <p role="status">{t('preview.export.videoDrawing')}</p>
      <Group justify="flex-end" mt={24}>
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('form.cancel')}
        </Button>
      </Group>
      {createPortal(
        <div className={styles.aside} inert>
          <MovingPage document={page.document} clock={clock} frame={frame} onStarted={begin} />
        </div>,
        document.body,
      )}
    </>
  )
}
