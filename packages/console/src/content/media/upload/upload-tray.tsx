import { ActionIcon, Button, Progress } from '@mantine/core'
import { CaretDownIcon } from '@phosphor-icons/react/dist/csr/CaretDown'
import { CaretUpIcon } from '@phosphor-icons/react/dist/csr/CaretUp'
import { XIcon } from '@phosphor-icons/react/dist/csr/X'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { FolderLink } from '#content/media/library/folder-link.tsx'
import { fileSize } from '#lib/text/file-size.ts'
import styles from './upload-tray.module.css'
import { dropFailedFile, forgetUpload, retryUpload } from './uploads.ts'
import { shareOf, type UploadJob, uploads } from './uploads-state.ts'

/** Uploads in progress on other screens: a bar below the screen that expands to a list of files. */
export function UploadTray() {
  const { t } = useTranslation()
  const jobs = useStore(uploads, ({ jobs }) => jobs).filter(({ watched }) => !watched)
  const [opened, setOpened] = useState(false)
  const [first] = jobs
  if (!first) return null
  const [failed, sending] = [jobs.filter(isFailed), jobs.filter(({ state }) => state === 'sending')]
  const count = (some: readonly UploadJob[]) => some.reduce((sum, { files }) => sum + files.length, 0)
  const percent = Math.floor(shareOf(sending) * 100)
  const words = failed.length
    ? t('uploads.failed', { count: count(failed) })
    : sending.length
      ? t('uploads.sending', { count: count(sending) })
      : t('media.uploaded', { count: count(jobs) })
  const waits = sending.some(({ waiting }) => waiting)
  return (
    <section className={styles.tray} aria-label={t('uploads.title')}>
      {opened && (
        <div className={styles.list}>
          {jobs.map((job) => (
            <Job key={job.id} job={job} alone={jobs.length === 1} />
          ))}
        </div>
      )}
      <div className={styles.bar} data-failed={failed.length > 0 || undefined}>
        {/* Announce this text, but not the percentage beside it. */}
        <strong role="status">{waits ? t('uploads.waiting') : words}</strong>
        {sending.length > 0 && (
          <>
            <Progress className={styles.total} value={percent} size="sm" aria-label={t('uploads.progress')} />
            <span className={styles.percent}>{t('uploads.percent', { percent })}</span>
          </>
        )}
        {jobs.length === 1 && <JobButtons job={first} />}
        <ActionIcon aria-label={t('uploads.files')} aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {opened ? (
            <CaretDownIcon size={18} aria-hidden="true" />
          ) : (
            <CaretUpIcon size={18} aria-hidden="true" />
          )}
        </ActionIcon>
      </div>
    </section>
  )
}

const isFailed = ({ state }: UploadJob) => state === 'failed'

/** The buttons for one upload. */
function JobButtons({ job: { id, state, folderId } }: { job: UploadJob }) {
  const { t } = useTranslation()
  return (
    <span className={styles.buttons}>
      {state === 'failed' && (
        <Button size="compact-sm" onClick={() => retryUpload(id)}>
          {t('uploads.again')}
        </Button>
      )}
      {state === 'done' && (
        <FolderLink id={folderId} className={styles.link}>
          {t('uploads.show')}
        </FolderLink>
      )}
      <Button variant="default" size="compact-sm" onClick={() => forgetUpload(id)}>
        {t(state === 'sending' ? 'media.stop' : state === 'failed' ? 'uploads.giveUp' : 'uploads.close')}
      </Button>
    </span>
  )
}

function Job({ job, alone }: { job: UploadJob; alone: boolean }) {
  const { t } = useTranslation()
  return (
    <article className={styles.job}>
      {job.problem && job.problems.every((each) => each === undefined) && (
        <p className={styles.problem} role="alert">
          {job.problem}
        </p>
      )}
      <ul>
        {job.files.map(({ key, file }, index) => {
          const problem = job.problems[index]
          return (
            <li key={key} data-problem={problem !== undefined || undefined}>
              <bdi className={styles.name} title={file.name}>
                {file.name}
              </bdi>
              <span className={styles.size}>{job.steps[index] ?? fileSize(file.size)}</span>
              {job.state === 'failed' && (
                <ActionIcon
                  size={28}
                  aria-label={t('media.removeFile', { name: file.name })}
                  onClick={() => dropFailedFile(job.id, key)}
                >
                  <XIcon size={16} aria-hidden="true" />
                </ActionIcon>
              )}
              {job.state === 'sending' && (
                <Progress
                  className={styles.share}
                  value={(job.shares[index] ?? 0) * 100}
                  size="xs"
                  aria-label={t('media.progressOf', { name: file.name })}
                />
              )}
              {problem && <small>{problem}</small>}
            </li>
          )
        })}
      </ul>
      {!alone && <JobButtons job={job} />}
    </article>
  )
}
