import { Button, Select } from '@mantine/core'
import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { FileArrowUpIcon } from '@phosphor-icons/react/dist/csr/FileArrowUp'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import type { Media } from '@vitrine/contract/api/content/media'
import { CAPTION_LANGUAGES, CAPTIONS_BYTES } from '@vitrine/contract/document/captions'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, download, upload } from '#lib/api.ts'
import { newId } from '#lib/browser/new-id.ts'
import { saveContent } from '#lib/browser/save-content.ts'
import { ApiError } from '#lib/server/transport.ts'
import { failureText, notifyFailure } from '#lib/text/error-text.ts'
import { fileSize } from '#lib/text/file-size.ts'
import { captionLanguages } from '#lib/text/screen-language.ts'
import { mediaKey } from '#queries/media.ts'
import { beginningFirst } from '#ui/form/fields/select-field.tsx'
import { useAction, useWrite } from '#ui/work/use-write.ts'
import styles from './captions.module.css'

interface CaptionsProps {
  media: Media
  mayWrite: boolean
}

/** Captions of a video: add, replace, download, remove, and their language. */
export function CaptionsSection({ media, mayWrite }: CaptionsProps) {
  const { t } = useTranslation()
  const { captions } = media
  const [language, setLanguage] = useState<string>(captions?.language ?? ownLanguage())
  const { problem, send } = useSending(media)
  const languages = captionLanguages()
  if (!captions && !mayWrite) return null
  const name = languages.find(({ value }) => value === captions?.language)?.label
  return (
    <section className={styles.captions} aria-label={t('media.captions.title')}>
      <h2>{t('media.captions.title')}</h2>
      <p>
        {captions ? (
          <>
            <bdi>{name}</bdi> · <bdi dir="ltr">{fileSize(captions.size)}</bdi>
          </>
        ) : (
          t('media.captions.hint')
        )}
      </p>
      {mayWrite && (
        <Select
          label={t('media.captions.language')}
          data={languages}
          value={language}
          allowDeselect={false}
          searchable
          filter={beginningFirst}
          onChange={(next) => {
            if (next === null || next === language) return
            setLanguage(next)
            if (captions) void send({ language: next })
          }}
        />
      )}
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.buttons}>
        {mayWrite && <ChooseCaptions media={media} onChoose={(file) => void send({ file, language })} />}
        {captions && <Existing media={media} mayWrite={mayWrite} />}
      </div>
    </section>
  )
}

/** Saves captions, or their language alone. */
function useSending(media: Media) {
  const { t } = useTranslation()
  const [problem, setProblem] = useState<string>()
  const save = useWrite({
    write: (sent: Sent) => saveCaptions(media, sent),
    done: 'media.captions.saved',
    failed: 'serverErrors.upload',
    invalidates: [mediaKey],
  })
  const send = async (sent: Sent) => {
    setProblem(undefined)
    if (sent.file && sent.file.size > CAPTIONS_BYTES)
      return setProblem(t('media.captions.tooLarge', { size: fileSize(CAPTIONS_BYTES) }))
    try {
      await save(sent)
    } catch (error) {
      const reason = error instanceof ApiError ? error.errors.captions : undefined
      setProblem(reason ?? failureText(error, 'serverErrors.upload'))
    }
  }
  return { problem, send }
}

function ChooseCaptions({ media, onChoose }: { media: Media; onChoose: (file: File) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".vtt,.srt,text/vtt,application/x-subrip"
        aria-label={t('media.captions.choose')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onChoose(file)
          currentTarget.value = ''
        }}
      />
      <Button
        size="compact-md"
        variant="default"
        leftSection={<FileArrowUpIcon size={18} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {t(media.captions ? 'media.captions.replace' : 'media.captions.add')}
      </Button>
    </>
  )
}

function Existing({ media, mayWrite }: CaptionsProps) {
  const { t } = useTranslation()
  const remove = useAction({
    write: () => api.captions.remove({ params: { id: media.id }, body: {} }),
    done: 'media.captions.removed',
    failed: 'errors.delete',
    invalidates: [mediaKey],
  })
  return (
    <>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<DownloadSimpleIcon size={18} aria-hidden="true" />}
        onClick={() => void saveFile(media)}
      >
        {t('media.captions.download')}
      </Button>
      {mayWrite && (
        <Button
          size="compact-md"
          variant="subtle"
          color="bad"
          leftSection={<TrashIcon size={18} aria-hidden="true" />}
          onClick={() => void remove(undefined)}
        >
          {t('media.captions.remove')}
        </Button>
      )}
    </>
  )
}

interface Sent {
  /** Absent: only the language changes. */
  file?: File
  language: string
}

function saveCaptions({ id, version }: Media, { file, language }: Sent) {
  const form = new FormData()
  form.append('language', language)
  form.append('version', String(version))
  if (file) form.append('captions', file, file.name)
  return upload(api.captions.save.route, { params: { id } }, form, { key: newId() })
}

async function saveFile({ id, name, captions }: Media) {
  if (!captions) return
  try {
    const content = await download(api.captions.file.route, { params: { id, sha256: captions.src } })
    saveContent(content, `${name.replace(/\.\w{2,4}$/, '')}.${captions.language}.vtt`)
  } catch (error) {
    notifyFailure(error, 'errors.get')
  }
}

const ownLanguage = (): string => {
  const [language] = document.documentElement.lang.split('-')
  return CAPTION_LANGUAGES.find((each) => each === language) ?? 'en'
}
