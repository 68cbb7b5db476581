import { ActionIcon, Button } from '@mantine/core'
import { ArrowLeftIcon } from '@phosphor-icons/react/dist/csr/ArrowLeft'
import { ArrowRightIcon } from '@phosphor-icons/react/dist/csr/ArrowRight'
import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { FileArrowUpIcon } from '@phosphor-icons/react/dist/csr/FileArrowUp'
import { PlayIcon } from '@phosphor-icons/react/dist/csr/Play'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import { WarningIcon } from '@phosphor-icons/react/dist/csr/Warning'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { MediaVersion } from '@vitrine/contract/api/content/library/media-versions'
import { type Media, MediaUpdate } from '@vitrine/contract/api/content/media'
import { isShown } from '@vitrine/contract/api/content/media-kinds'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { useFileUrl } from '#lib/files.ts'
import { playOn } from '#lib/play-on.ts'
import { savedText } from '#lib/text/done-text.ts'
import { fileSize } from '#lib/text/file-size.ts'
import { dateText } from '#lib/text/format.ts'
import { clockLength, kindOf, typeName } from '#pictures/media/media-facts.ts'
import { foldersQuery, mediaItemQuery, mediaKey, neighborsQuery } from '#queries/media.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { type Crumb, Page } from '#ui/page/page.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { useNavigateAfterSave } from '#ui/work/use-navigate-after-save.ts'
import { useWrite } from '#ui/work/use-write.ts'
import { useMediaDeletion } from './library/use-media-deletion.tsx'
import { DrawingWarnings } from './preview/drawing-warnings.tsx'
import { FontSpecimen } from './preview/font-specimen.tsx'
import { warningsOf } from './preview/media-warnings.ts'
import { PackageBody } from './preview/package-body.tsx'
import { placeOf } from './preview/place-of.ts'
import styles from './preview/preview.module.css'
import { VideoCopy } from './preview/video-copy.tsx'
import { FileHistory } from './replacing/file-history.tsx'
import { saveFile } from './save-file.ts'
import { useMayChange } from './use-may-file.ts'
import { WebBody } from './web/web-body.tsx'

const TagsEditor = lazyPart(async () => (await import('#pickers/tags/tags-editor.tsx')).TagsEditor)

/** Only videos have captions. */
const CaptionsSection = lazyPart(
  async () => (await import('./captions/captions-section.tsx')).CaptionsSection,
)

const ReplaceDialog = lazyPart(async () => (await import('./replacing/replace-dialog.tsx')).ReplaceDialog)

/** A picture, video, or package in full size, with its details, name, and a package's form. */
export function MediaPreviewPage() {
  const { id } = useParams({ from: '/app/media-library/preview/$id' })
  return (
    <RecordView query={useQuery(mediaItemQuery(id))}>
      {(media, reload) => <Preview key={`${media.id} ${media.src}`} media={media} onReload={reload} />}
    </RecordView>
  )
}

interface PreviewProps {
  media: Media
  onReload: () => void
}

function Preview({ media, onReload }: PreviewProps) {
  const { t } = useTranslation()
  const continueTo = useNavigateAfterSave()
  const mayWrite = useMayChange()(media)
  const [replacing, setReplacing] = useState(false)
  const [earlier, setEarlier] = useState<MediaVersion>()
  const place = useInfiniteQuery(foldersQuery(media.folderId)).data
  const removal = useMediaDeletion(() => void continueTo(placeOf(media)))
  const path = [rootCrumb(t), ...(place?.path ?? []).map(asCrumb)]
  const neighbors = <Neighbors media={media} />
  const history = <FileHistory media={media} shown={earlier} onShow={setEarlier} />
  return (
    <Page
      title={media.name}
      actions={
        <Actions media={media} onReplace={() => setReplacing(true)} onDelete={() => removal.ask(media)} />
      }
      history={media.id}
      breadcrumbs={path}
    >
      {media.web ? (
        <WebBody media={media} web={media.web} mayWrite={mayWrite} over={neighbors} onReload={onReload} />
      ) : kindOf(media) === 'package' ? (
        <PackageBody
          media={media}
          mayWrite={mayWrite}
          over={neighbors}
          facts={
            <>
              <Facts media={{ ...media, ...earlier }} />
              {history}
            </>
          }
          plain={mayWrite && <NameForm media={media} onReload={onReload} />}
          onReload={onReload}
        />
      ) : (
        <div className={styles.preview}>
          <div className={styles.stage} dir="ltr">
            <Shown media={{ ...media, ...earlier }} />
            {neighbors}
          </div>
          <div className={styles.side}>
            <Facts media={{ ...media, ...earlier }} />
            <Warnings media={media} />
            {kindOf(media) === 'video' && <OfVideo media={media} mayWrite={mayWrite} />}
            {mayWrite && <NameForm media={media} onReload={onReload} />}
            {history}
          </div>
        </div>
      )}
      {removal.dialog}
      {replacing && (
        <Waiting quiet>
          <ReplaceDialog media={media} opened onClose={() => setReplacing(false)} />
        </Waiting>
      )}
    </Page>
  )
}

const rootCrumb = (t: TFunction): Crumb => ({ label: t('media.root'), to: '/app/media-library' })

const asCrumb = ({ id, name }: { id: string; name: string }): Crumb => ({
  label: name,
  to: '/app/media-library/folders/$folderId',
  params: { folderId: id },
})

interface ActionsProps {
  media: Media
  onReplace: () => void
  onDelete: () => void
}

function Actions({ media, onReplace, onDelete }: ActionsProps) {
  const { t } = useTranslation()
  const mayWrite = useMayChange()(media)
  const mayPlay = useCan('write', 'devices')
  return (
    <>
      {mayPlay && isShown(media.mimetype) && (
        <Button
          variant="default"
          leftSection={<PlayIcon size={18} aria-hidden="true" />}
          onClick={() => playOn({ subject: { kind: 'media', id: media.id } })}
        >
          {t('playOn.title')}
        </Button>
      )}
      {!media.web && (
        <Button
          variant="default"
          leftSection={<DownloadSimpleIcon size={18} aria-hidden="true" />}
          onClick={() => void saveFile(media)}
        >
          {t('media.download')}
        </Button>
      )}
      {mayWrite && !media.web && (
        <Button
          variant="default"
          leftSection={<FileArrowUpIcon size={18} aria-hidden="true" />}
          onClick={onReplace}
        >
          {t('media.replace.action')}
        </Button>
      )}
      {mayWrite && (
        <Button
          variant="subtle"
          color="bad"
          leftSection={<TrashIcon size={18} aria-hidden="true" />}
          onClick={onDelete}
        >
          {t('table.delete')}
        </Button>
      )}
    </>
  )
}

function OfVideo(props: { media: Media; mayWrite: boolean }) {
  return (
    <>
      <VideoCopy {...props} />
      <Waiting>
        <CaptionsSection {...props} />
      </Waiting>
    </>
  )
}

function Warnings({ media }: { media: Media }) {
  const { t } = useTranslation()
  return (
    <>
      {warningsOf(media).map((text) => (
        <p key={text} className={styles.warning}>
          <WarningIcon size={18} aria-hidden="true" />
          {t(text)}
        </p>
      ))}
      <DrawingWarnings media={media} />
    </>
  )
}

function Shown({ media }: { media: Media }) {
  const fileUrl = useFileUrl()
  if (kindOf(media) === 'image') return <img src={fileUrl(media.url)} alt={media.name} />
  // biome-ignore lint/a11y/useMediaCaption: background audio has no captions
  if (kindOf(media) === 'audio') return <audio src={fileUrl(media.url)} controls preload="metadata" />
  if (media.face) return <FontSpecimen id={media.id} url={fileUrl(media.url)} face={media.face} />
  const { captions } = media
  return (
    // biome-ignore lint/a11y/useMediaCaption: it has the captions that someone added
    <video src={fileUrl(media.url)} controls loop playsInline preload="metadata">
      {captions && (
        <track
          key={captions.url}
          kind="captions"
          default
          srcLang={captions.language}
          src={fileUrl(captions.url)}
        />
      )}
    </video>
  )
}

/** Links to the previous and next item of the folder. */
function Neighbors({ media }: { media: Media }) {
  const { t } = useTranslation()
  const { data } = useQuery(neighborsQuery(media.id))
  const go = (
    other: Pick<Media, 'id' | 'name'> | null | undefined,
    label: string,
    side: 'before' | 'after',
  ) =>
    other && (
      <ActionIcon
        component={Link}
        to="/app/media-library/preview/$id"
        params={{ id: other.id } as never}
        replace
        variant="default"
        size={40}
        radius="xl"
        className={styles.neighbor}
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
  return (
    <>
      {go(data?.newer, t('media.previous'), 'before')}
      {go(data?.older, t('media.next'), 'after')}
    </>
  )
}

function Facts({ media }: { media: Media }) {
  const { t } = useTranslation()
  const { width, height, duration, size, codec, createdAt } = media
  const facts: [string, string | null][] = [
    [t('media.type'), typeName(media)],
    [t('media.dimensions'), width && height ? `${width} × ${height}` : null],
    [t('media.length'), duration === null ? null : clockLength(duration)],
    [t('media.codec'), codec],
    [t('media.size'), fileSize(size)],
    [t('media.added'), dateText(createdAt, 'moment')],
  ]
  return (
    <>
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
      <Waiting>
        <TagsEditor of="media" item={media} mayChange={useMayChange()(media)} />
      </Waiting>
    </>
  )
}

function NameForm({ media, onReload }: PreviewProps) {
  const { t } = useTranslation()
  const continueTo = useNavigateAfterSave()
  const navigate = useNavigate()
  const state = useEntityForm(MediaUpdate, { name: media.name, version: media.version })
  const save = useWrite({
    write: (body: MediaUpdate) => api.media.update({ params: { id: media.id }, body }),
    undo: () => api.media.update({ params: { id: media.id }, body: { name: media.name } }),
    done: (_, body) => savedText(body.name),
    failed: 'errors.updateMedia',
    invalidates: [mediaKey],
  })
  return (
    <EntityForm
      state={state}
      onCancel={() => void navigate(placeOf(media))}
      onSubmit={async (input) => {
        await save(input)
        await continueTo({ to: '/app/media-library' })
      }}
      onReload={onReload}
    >
      <TextField name="name" label={t('media.name')} required />
    </EntityForm>
  )
}
