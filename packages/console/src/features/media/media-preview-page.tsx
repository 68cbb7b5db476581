import { ActionIcon, Button } from '@mantine/core'
import { ArrowLeftIcon } from '@phosphor-icons/react/dist/csr/ArrowLeft'
import { ArrowRightIcon } from '@phosphor-icons/react/dist/csr/ArrowRight'
import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { FileZipIcon } from '@phosphor-icons/react/dist/csr/FileZip'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import { WarningIcon } from '@phosphor-icons/react/dist/csr/Warning'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type Media, MediaUpdate } from '@vitrine/contract/media'
import { useTranslation } from 'react-i18next'
import { mediaItemQuery } from '#features/page-media.ts'
import { api } from '#lib/api.ts'
import { useFileUrl } from '#lib/files.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { Page } from '#ui/page.tsx'
import { RecordView } from '#ui/record-view.tsx'
import { useCan } from '#ui/use-can.ts'
import { useWrite } from '#ui/use-write.ts'
import { FolderTrail } from './folder-link.tsx'
import { useMediaDeletion } from './library.tsx'
import { shown } from './library-view.ts'
import styles from './media.module.css'
import { clockLength, fileSize, kindOf, typeName, warningsOf } from './media-facts.ts'
import { libraryQuery, mediaKey } from './queries.ts'
import { saveFile } from './save-file.ts'

/** A picture or video as it is, what is known of it, and its name to change. */
export function MediaPreviewPage() {
  const { id } = useParams({ from: '/app/media-library/preview/$id' })
  return (
    <RecordView query={useQuery(mediaItemQuery(id))}>
      {(media) => <Preview key={media.id} media={media} />}
    </RecordView>
  )
}

function Preview({ media }: { media: Media }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayWrite = useCan('write', 'media')
  const place = useQuery(libraryQuery(media.folderId)).data
  const removal = useMediaDeletion(() => void navigate({ to: '/app/media-library' }))
  const actions = (
    <>
      <Button
        variant="default"
        leftSection={<DownloadSimpleIcon size={18} aria-hidden="true" />}
        onClick={() => void saveFile(media)}
      >
        {t('media.download')}
      </Button>
      {mayWrite && (
        <Button
          variant="subtle"
          color="bad"
          leftSection={<TrashIcon size={18} aria-hidden="true" />}
          onClick={() => removal.ask(media)}
        >
          {t('table.delete')}
        </Button>
      )}
    </>
  )
  return (
    <Page title={media.name} actions={actions}>
      <FolderTrail path={[...(place?.path ?? []), { id: media.id, name: media.name }]} />
      <div className={styles.preview}>
        <div className={styles.stage} dir="ltr">
          <Shown media={media} />
          {place && <Neighbours media={media} all={shown(place, {}).media} />}
        </div>
        <div className={styles.side}>
          <Facts media={media} />
          {warningsOf(media).map((text) => (
            <p key={text} className={styles.warning}>
              <WarningIcon size={18} aria-hidden="true" />
              {t(text)}
            </p>
          ))}
          {mayWrite && <NameForm media={media} />}
        </div>
      </div>
      {removal.dialog}
    </Page>
  )
}

function Shown({ media }: { media: Media }) {
  const { t } = useTranslation()
  const fileUrl = useFileUrl()
  const kind = kindOf(media)
  if (kind === 'image') return <img src={fileUrl(media.url)} alt={media.name} />
  // biome-ignore lint/a11y/useMediaCaption: a screen's video has no captions of ours
  if (kind === 'video') return <video src={fileUrl(media.url)} controls loop playsInline preload="metadata" />
  return (
    <div className={styles.package}>
      <FileZipIcon size={56} weight="duotone" aria-hidden="true" />
      {t('media.package')}
    </div>
  )
}

/** The item before and after in the same folder. */
function Neighbours({ media, all }: { media: Media; all: readonly Media[] }) {
  const { t } = useTranslation()
  const at = all.findIndex(({ id }) => id === media.id)
  const go = (other: Media | undefined, label: string, side: 'before' | 'after') =>
    other && (
      <ActionIcon
        component={Link}
        to="/app/media-library/preview/$id"
        params={{ id: other.id } as never}
        replace
        variant="default"
        size={40}
        radius="xl"
        className={styles.neighbour}
        data-side={side}
        aria-label={`${label}: ${other.name}`}
      >
        {side === 'before' ? (
          <ArrowLeftIcon size={20} aria-hidden="true" />
        ) : (
          <ArrowRightIcon size={20} aria-hidden="true" />
        )}
      </ActionIcon>
    )
  if (at < 0) return null
  return (
    <>
      {go(all[at - 1], t('media.previous'), 'before')}
      {go(all[at + 1], t('media.next'), 'after')}
    </>
  )
}

function Facts({ media }: { media: Media }) {
  const { t, i18n } = useTranslation()
  const { width, height, duration, size, codec, createdAt } = media
  const facts: [string, string | null][] = [
    [t('media.type'), typeName(media)],
    [t('media.dimensions'), width && height ? `${width} × ${height}` : null],
    [t('media.length'), duration === null ? null : clockLength(duration)],
    [t('media.codec'), codec],
    [t('media.size'), fileSize(size)],
    [
      t('media.added'),
      new Date(createdAt).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }),
    ],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

function NameForm({ media }: { media: Media }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const state = useEntityForm(MediaUpdate, { name: media.name, version: media.version })
  const toList = () => navigate({ to: '/app/media-library' })
  const save = useWrite({
    write: (body: MediaUpdate) => api.media.update({ params: { id: media.id }, body }),
    failed: 'errors.updateMedia',
    invalidates: [mediaKey],
  })
  return (
    <EntityForm
      state={state}
      onCancel={() => void toList()}
      onSubmit={async (input) => {
        await save(input)
        await toList()
      }}
    >
      <TextField name="name" label={t('media.name')} required />
    </EntityForm>
  )
}
