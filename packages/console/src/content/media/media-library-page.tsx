import { Button } from '@mantine/core'
import { TableIcon } from '@phosphor-icons/react/dist/csr/Table'
import { Link, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { playOn } from '#lib/play-on.ts'
import { type LibraryView, libraryView } from '#queries/library-view.ts'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { Page } from '#ui/page/page.tsx'
import { useShortcut } from '#ui/shortcuts.ts'
import { useCan } from '#ui/work/use-can.ts'
import { ContentTabs } from './content-tabs.tsx'
import { EditableLibrary } from './library/editable-library.tsx'
import styles from './library/library.module.css'
import { Library } from './library/library.tsx'
import { looksPlayable } from './upload/looks-playable.ts'
import type { UploadJob } from './upload/uploads-state.ts'
import { useDropZone } from './upload/use-drop-zone.ts'
import { useMayFile } from './use-may-file.ts'

const UploadScreen = lazyPart(async () => (await import('./upload/upload-screen.tsx')).UploadScreen)

/** The library at Root or in the URL's folder. */
export function MediaLibraryPage() {
  const { folderId = null } = useParams({ strict: false })
  // The key remounts the drop zone, so that files never go to the previous folder.
  return <Place key={folderId} folderId={folderId} />
}

function Place({ folderId }: { folderId: string | null }) {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'media')
  const mayAdd = useMayFile(folderId)
  const { view, setView } = useView()
  const { history } = useRouter()
  const uploading = mayAdd && view.tab === 'upload'
  const openedHere = useRef(false)
  const [dropped, setDropped] = useState<readonly File[]>([])
  const [fresh, setFresh] = useState<ReadonlySet<string>>()
  const receive = useCallback(
    (files: readonly File[]) => {
      // Sheets and calendars are data, which the library doesn't store as files.
      if (files.length > 0 && !files.some(looksPlayable)) {
        playOn({ dropped: { files, text: '', isCut: false } })
        return
      }
      setDropped(files)
      setFresh(undefined)
      openedHere.current = true
      setView({ tab: 'upload' }, false)
    },
    [setView],
  )
  const upload = useCallback(() => receive([]), [receive])
  useShortcut('c', mayAdd && !uploading ? upload : undefined)
  const dropZone = useDropZone(receive)
  // The page's own button discards the chosen files; the browser's Back asks first.
  const leave = () => {
    if (openedHere.current) history.back({ ignoreBlocker: true })
    else setView({ tab: undefined })
  }
  const uploaded = (job: UploadJob) => {
    setFresh(new Set(job.media.map(({ id }) => id)))
    leave()
  }
  if (uploading)
    return (
      <Page title={t('media.upload')}>
        <Waiting>
          <UploadScreen folderId={folderId} dropped={dropped} onBack={leave} onUploaded={uploaded} />
        </Waiting>
      </Page>
    )
  const shown = { folderId, view, onView: setView }
  return (
    <Page title={t('media.title')} intro={t('media.intro')} trash="all" actions={<SourcesLink />}>
      {folderId === null && <ContentTabs value="files" />}
      <div className={styles.place} data-hint={t('media.dropHere')} {...(mayAdd && dropZone)}>
        {mayWrite ? (
          <EditableLibrary {...shown} onUpload={mayAdd ? upload : undefined} fresh={fresh} />
        ) : (
          <Library {...shown} />
        )}
      </div>
    </Page>
  )
}

function SourcesLink() {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      leftSection={<TableIcon size={18} aria-hidden="true" />}
      renderRoot={(props) => <Link to="/app/media-library/sources" {...props} />}
    >
      {t('media.sources')}
    </Button>
  )
}

/** The library's view from the URL, and a function to change it. */
function useView() {
  const navigate = useNavigate()
  // The URL changes immediately; the library renders later, interruptibly.
  const view = useDeferredValue(
    useSearch({ strict: false, select: libraryView, structuralSharing: true }) as LibraryView,
  )
  const setView = useCallback(
    (change: LibraryView, replace = true) =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, ...change }) as never,
        replace,
        ignoreBlocker: true,
      }),
    [navigate],
  )
  return { view, setView }
}
