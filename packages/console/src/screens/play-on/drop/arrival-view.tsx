import { Loader, Progress } from '@mantine/core'
import { FilePdfIcon } from '@phosphor-icons/react/dist/csr/FilePdf'
import { FileZipIcon } from '@phosphor-icons/react/dist/csr/FileZip'
import { GlobeIcon } from '@phosphor-icons/react/dist/csr/Globe'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { firstPageOf } from '#content/media/api.ts'
import { newId } from '#lib/browser/new-id.ts'
import { ApiError } from '#lib/server/transport.ts'
import { failureText } from '#lib/text/error-text.ts'
import { PageThumb } from '#pictures/pages/page-thumb.tsx'
import { ScreenTile } from '#ui/screen/screen-tile.tsx'
import styles from './arrival.module.css'
import type { Arrival } from './arrival.ts'
import { type ArrivedState, useBoardPreview } from './use-arrived.ts'

/** Names of files that are left out, before the rest is counted. */
const NAMED = 5

/** What was dropped, as screens will show it. */
export function ArrivalView({ arrived }: { arrived: ArrivedState }) {
  const { t } = useTranslation()
  const { arrival, leftOut, reading, failure, share, replaces } = arrived
  return (
    <section className={styles.arrival} aria-label={t('playOn.what')} aria-busy={reading}>
      {reading && (
        <p role="status" className={styles.note}>
          <Loader size="sm" aria-hidden="true" /> {t('drop.reading')}
        </p>
      )}
      {failure !== undefined && (
        <p role="alert" className={styles.problem}>
          {failureText(failure, 'drop.unreadable')}
        </p>
      )}
      {arrival && <Wall arrived={arrived} arrival={arrival} />}
      {arrival && (
        <p role="status">
          <Description arrival={arrival} />
        </p>
      )}
      {replaces && <p className={styles.note}>{t('drop.replaces', { name: replaces })}</p>}
      {!reading && !arrival && failure === undefined && (
        <p role="alert" className={styles.problem}>
          {t('drop.nothing')}
        </p>
      )}
      {leftOut.length > 0 && (
        <ul className={styles.left} aria-label={t('drop.leftOut')}>
          {leftOut.slice(0, NAMED).map(({ name, why }) => (
            <li key={name}>{t(`drop.why.${why}`, { name })}</li>
          ))}
          {leftOut.length > NAMED && <li>{t('media.replace.more', { count: leftOut.length - NAMED })}</li>}
        </ul>
      )}
      {share !== undefined && <Progress value={share * 100} size="sm" aria-label={t('drop.uploading')} />}
    </section>
  )
}

function Description({ arrival }: { arrival: Arrival }) {
  const { t } = useTranslation()
  if (arrival.as === 'slides') return t('drop.as.slides', { count: arrival.files.length })
  if (arrival.as === 'board')
    return t('drop.as.board', { name: arrival.name, count: arrival.table.rows.length })
  return t(`drop.as.${arrival.as}`, { name: arrival.name })
}

function Wall({ arrived, arrival }: { arrived: ArrivedState; arrival: Arrival }) {
  const board = useBoardPreview(arrived)
  switch (arrival.as) {
    case 'board':
      return board ? <PageThumb document={board} label={arrival.name} /> : <ScreenTile alt=" " />
    case 'slides':
      return (
        <>
          <FilePicture file={arrival.files[0]} />
          <div className={styles.strip} aria-hidden="true">
            {arrival.files.slice(1, 7).map((file) => (
              <FilePicture key={keyOf(file)} file={file} />
            ))}
          </div>
        </>
      )
    case 'file':
      return <FilePicture file={arrival.file} />
    case 'deck':
      return <FirstPage key={keyOf(arrival.file)} file={arrival.file} />
    case 'page':
      return <Sign icon={<GlobeIcon size={44} weight="duotone" aria-hidden="true" />} />
  }
}

const keyOf = ({ name, lastModified, size }: File) => `${name} ${lastModified} ${size}`

const Sign = ({ icon }: { icon: ReactNode }) => (
  <ScreenTile>
    <span className={styles.sign}>{icon}</span>
  </ScreenTile>
)

/** The first page of a PDF, which the server draws; until then, and for slides, a sign that says what comes. */
function FirstPage({ file }: { file: File }) {
  const { t } = useTranslation()
  const [key] = useState(newId)
  const page = useQuery({
    queryKey: ['drop', 'first page', key],
    queryFn: async ({ signal }) => (await firstPageOf(file, signal)) ?? null,
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false },
  })
  if (page.data)
    return (
      <ScreenTile>
        <span className={styles.glass}>
          <img src={page.data.src} alt="" className={styles.edges} draggable={false} />
          <img src={page.data.src} alt={t('drop.firstPage', { name: file.name })} draggable={false} />
          {page.data.pages > 1 && <span className={styles.count}>1 / {page.data.pages}</span>}
        </span>
      </ScreenTile>
    )
  const refused = page.error instanceof ApiError ? page.error.errors['media.0'] : undefined
  return (
    <>
      <Sign
        icon={
          page.isPending ? (
            <Loader aria-hidden="true" color="gray" />
          ) : (
            <FilePdfIcon size={44} weight="duotone" aria-hidden="true" />
          )
        }
      />
      {page.isPending && (
        <p role="status" className={styles.note}>
          {t('drop.drawing')}
        </p>
      )}
      {page.isError && (
        <p role="alert" className={styles.problem}>
          {refused ?? failureText(page.error, 'drop.notDrawn')}
        </p>
      )}
      {page.data === null && <p className={styles.note}>{t('drop.drawnLater')}</p>}
    </>
  )
}

/** A picture or video over its blurred edges, as screens show it. */
function FilePicture({ file }: { file: File | undefined }) {
  const [failed, setFailed] = useState(false)
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const own = URL.createObjectURL(file)
    setUrl(own)
    setFailed(false)
    return () => URL.revokeObjectURL(own)
  }, [file])
  if (!file || !url || failed)
    return <Sign icon={<FileZipIcon size={44} weight="duotone" aria-hidden="true" />} />
  const isVideo = file.type.startsWith('video/') || /\.(mp4|mov|webm|mkv|m4v)$/i.test(file.name)
  const onError = () => setFailed(true)
  return (
    <ScreenTile>
      <span className={styles.glass}>
        {isVideo ? (
          <video src={url} muted autoPlay loop playsInline onError={onError} />
        ) : (
          <>
            <img src={url} alt="" className={styles.edges} draggable={false} />
            <img src={url} alt={file.name} draggable={false} onError={onError} />
          </>
        )}
      </span>
    </ScreenTile>
  )
}
