import { Button, Progress } from '@mantine/core'
import { UploadSimpleIcon } from '@phosphor-icons/react/dist/csr/UploadSimple'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ACCEPT_PICTURES, isPictureOrVideo, RefusedFiles, uploadOne } from '#content/media/api.ts'
import { queries } from '#lib/query.ts'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { failureText } from '#lib/text/error-text.ts'
import { PageThumb } from '#pictures/pages/page-thumb.tsx'
import { mediaKey } from '#queries/media.ts'
import { useTemplateOwner } from '#queries/templates.ts'
import { type FirstPage, pageOfMedium } from './first-page.ts'
import styles from './first-run.module.css'
import type { Starter } from './starter-page.ts'

const startersQuery = queryOptions({
  queryKey: ['starters'],
  queryFn: () => loadChunk(() => import('./starter-page.ts')),
  staleTime: Number.POSITIVE_INFINITY,
  networkMode: 'always',
})

type StarterPage = FirstPage & { starter: Starter }

interface Size {
  width: number
  height: number
}

/** The ready-made pages in the screen's shape. They greet with the name of the business, so they follow it. */
export function useStarters({ width, height }: Size, timeZone: string): readonly StarterPage[] {
  const { t } = useTranslation()
  const owner = useTemplateOwner(timeZone)
  const { data: made } = useQuery(startersQuery)
  return useMemo(() => {
    if (!made || owner.city === undefined) return []
    return made.STARTERS.map((starter) => ({
      starter,
      name: t(`firstRun.starters.${starter}`),
      document: made.starterPage(starter, owner, { width, height }),
    }))
  }, [made, owner, t, width, height])
}

interface FirstContentProps {
  screen: Size
  starters: readonly StarterPage[]
  chosen: FirstPage | undefined
  onChoose: (page: FirstPage) => void
}

/** Uploads the user's own picture, chosen or dropped, or offers a ready-made page. */
export function FirstContent({ screen, starters, chosen, onChoose }: FirstContentProps) {
  const { t } = useTranslation()
  const { send, share, problem, refused } = usePictureUpload(onChoose)
  return (
    <div>
      <PictureDrop onFile={(file) => void send(file)} share={share} />
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <RefusedFiles files={refused} />
      <p className={styles.or}>{t('firstRun.or')}</p>
      <div className={styles.starters}>
        {starters.map((page) => (
          <button
            key={page.starter}
            type="button"
            className={styles.starter}
            aria-pressed={chosen === page}
            onClick={() => onChoose(page)}
          >
            <PageThumb document={page.document} label="" screen={screen} />
            <span>{page.name}</span>
          </button>
        ))}
      </div>
    </div>
  )
}

/** Uploads a picture or video and makes a page of it. `share`: upload progress, 0 to 1. */
function usePictureUpload(onChoose: (page: FirstPage) => void) {
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [refused, setRefused] = useState<readonly File[]>([])
  const send = async (file: File | undefined) => {
    if (!file) return
    setProblem(undefined)
    const fits = isPictureOrVideo(file)
    setRefused(fits ? [] : [file])
    if (!fits) return
    setShare(0)
    try {
      const medium = await uploadOne(file, setShare)
      void queries.invalidateQueries({ queryKey: mediaKey })
      onChoose(pageOfMedium(medium.id, medium.name.replace(/\.[^.]+$/, '')))
    } catch (error) {
      setProblem(failureText(error, 'serverErrors.upload'))
    } finally {
      setShare(undefined)
    }
  }
  return { send, share, problem, refused }
}

interface PictureDropProps {
  onFile: (file: File | undefined) => void
  share: number | undefined
}

function PictureDrop({ onFile, share }: PictureDropProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside
    <div
      className={styles.drop}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        onFile(event.dataTransfer.files[0])
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPT_PICTURES}
        aria-label={t('firstRun.file')}
        onChange={(event) => onFile(event.currentTarget.files?.[0])}
      />
      <Button
        variant="default"
        leftSection={<UploadSimpleIcon size={16} aria-hidden="true" />}
        loading={share !== undefined}
        onClick={() => input.current?.click()}
      >
        {t('firstRun.upload')}
      </Button>
      <span className={styles.quiet}>{t('firstRun.drop')}</span>
      {share !== undefined && (
        <Progress className={styles.bar} value={share * 100} aria-label={t('firstRun.uploading')} />
      )}
    </div>
  )
}
