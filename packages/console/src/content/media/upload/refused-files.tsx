import { Button } from '@mantine/core'
import { PlayIcon } from '@phosphor-icons/react/dist/csr/Play'
import { TableIcon } from '@phosphor-icons/react/dist/csr/Table'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isTooLarge, offerSheet, sheetOf } from '#data/sources/api.ts'
import { playOn } from '#lib/play-on.ts'
import { type FileKind, recognize } from '#lib/recognize-file.ts'
import { useCan } from '#ui/work/use-can.ts'
import styles from './refused-files.module.css'

interface RefusedFilesProps {
  files: readonly File[]
  /** Called before another screen or dialog continues with a file. */
  onLeave?: () => void
  /** Further reasons. */
  children?: ReactNode
}

/** Files that an upload doesn't take, each with why, and with the way that takes it. */
export function RefusedFiles({ files, onLeave = () => {}, children }: RefusedFilesProps) {
  if (files.length === 0 && !children) return null
  return (
    <ul className={styles.refused} role="alert">
      {files.map((file) => (
        <Refused key={`${file.name} ${file.size} ${file.lastModified}`} file={file} onLeave={onLeave} />
      ))}
      {children}
    </ul>
  )
}

function Refused({ file, onLeave }: { file: File; onLeave: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayPlay = useCan('write', 'devices')
  const kind = useKind(file)
  const { name } = file
  if (kind === undefined) return null
  if (kind === 'xls' || kind === 'document') return <li>{t(`drop.why.${kind}`, { name })}</li>
  if (kind === 'unknown' || kind === 'audio') return <li>{t('media.wrongType', { name })}</li>
  const data = isData(kind) ? kind : undefined
  if (data && isTooLarge(file)) return <li>{t('drop.why.large', { name })}</li>
  const store = async (as: DataKind) => {
    offerSheet(await sheetOf(file, as))
    onLeave()
    await navigate({ to: '/app/media-library/sources/create' })
  }
  return (
    <li>
      <span>{t(data ? 'media.isData' : 'media.notHere', { name })}</span>
      <span className={styles.ways}>
        {mayPlay && (
          <Button
            size="compact-sm"
            leftSection={<PlayIcon size={14} aria-hidden="true" />}
            onClick={() => {
              onLeave()
              playOn({ dropped: { files: [file], text: '', isCut: false } })
            }}
          >
            {t('playOn.of', { name })}
          </Button>
        )}
        {data && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<TableIcon size={14} aria-hidden="true" />}
            onClick={() => void store(data)}
          >
            {t('sources.add')}
          </Button>
        )}
      </span>
    </li>
  )
}

type DataKind = 'csv' | 'xlsx' | 'ical'
const isData = (kind: FileKind): kind is DataKind => kind === 'csv' || kind === 'xlsx' || kind === 'ical'

/** What the file is, by its content; undefined until it is read. */
function useKind(file: File): FileKind | undefined {
  const [kind, setKind] = useState<FileKind>()
  useEffect(() => {
    let isCurrent = true
    const show = (next: FileKind) => isCurrent && setKind(next)
    recognize(file).then(show, () => show('unknown'))
    return () => {
      isCurrent = false
    }
  }, [file])
  return kind
}
