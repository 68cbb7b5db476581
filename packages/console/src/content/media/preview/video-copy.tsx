import { Button, Progress } from '@mantine/core'
import { FilmStripIcon } from '@phosphor-icons/react/dist/csr/FilmStrip'
import { WarningIcon } from '@phosphor-icons/react/dist/csr/Warning'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Conversion } from '@vitrine/contract/api/content/conversions/conversions'
import type { Media } from '@vitrine/contract/api/content/media'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { stepOf } from '#content/media/upload/deck-files.ts'
import { api } from '#lib/api.ts'
import { listText } from '#lib/text/format.ts'
import { notify } from '#lib/toasts.ts'
import { conversionQuery, mediaKey, playabilityQuery } from '#queries/media.ts'
import { useAction } from '#ui/work/use-write.ts'
import styles from './preview.module.css'

/** Names listed before the rest is counted. */
const NAMED = 4

/** Names screens that can't play a video, and offers to make a copy that every screen plays. */
export function VideoCopy({ media, mayWrite }: { media: Media; mayWrite: boolean }) {
  const { t } = useTranslation()
  const query = playabilityQuery(media.id)
  const { data } = useQuery(query)
  const make = useAction({
    write: () => api.videoCopies.make({ params: { id: media.id } }),
    done: 'media.copy.started',
    failed: 'serverErrors.upload',
    invalidates: [query.queryKey],
  })
  if (!data) return null
  const { unable, isAvailable, isUseful, conversion, width, height } = data
  const names = unable.first.slice(0, NAMED).map(({ name }) => name)
  const more = unable.total - names.length
  const text = listText(more > 0 ? [...names, t('media.replace.more', { count: more })] : names)
  return (
    <>
      {unable.total > 0 && (
        <p className={styles.warning}>
          <WarningIcon size={18} aria-hidden="true" />
          {t('media.copy.unable', { count: unable.total, names: text })}
          {!isAvailable && ` ${t('media.copy.noFfmpeg')}`}
        </p>
      )}
      {conversion && <Making started={conversion} mayWrite={mayWrite} />}
      {mayWrite && isAvailable && isUseful && !conversion && (
        <div>
          <Button
            variant="default"
            leftSection={<FilmStripIcon size={18} aria-hidden="true" />}
            onClick={() => void make(undefined)}
          >
            {t('media.copy.make')}
          </Button>
          <p className={styles.hint}>{t('media.copy.about', { size: `${width} × ${height}` })}</p>
        </div>
      )}
    </>
  )
}

/** The progress of a conversion, which continues after leaving the page. */
function Making({ started, mayWrite }: { started: Conversion; mayWrite: boolean }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { id, name } = started
  const { data: conversion = started, isError } = useQuery(conversionQuery(id))
  const isEnded = isError || conversion.state === 'done' || conversion.state === 'failed'
  const announceEnd = useEffectEvent(() => {
    if (conversion.state === 'done') notify({ kind: 'positive', message: t('media.copy.done') })
    if (conversion.state === 'failed')
      notify({ kind: 'negative', message: conversion.error ?? t('serverErrors.upload') })
    void client.invalidateQueries({ queryKey: mediaKey })
  })
  useEffect(() => {
    if (isEnded) announceEnd()
  }, [isEnded])
  const cancel = useAction({
    write: () => api.conversions.cancel({ params: { id } }),
    done: 'media.copy.stopped',
    failed: 'errors.delete',
    invalidates: [mediaKey],
  })
  return (
    <div className={styles.copying}>
      <p role="status">{t('media.copy.making', { step: stepOf(conversion) })}</p>
      <Progress value={conversion.done} aria-label={t('conversion.progress', { name })} />
      {mayWrite && (
        <Button variant="default" size="compact-sm" onClick={() => void cancel(undefined)}>
          {t('media.stop')}
        </Button>
      )}
    </div>
  )
}
