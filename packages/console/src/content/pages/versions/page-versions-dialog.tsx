import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import type { PageVersion } from '@vitrine/contract/api/content/page-versions'
import { readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { dateText } from '#lib/text/format.ts'
import { PageThumb } from '#pictures/pages/page-thumb.tsx'
import { ComparedPages } from './compared-pages.tsx'
import styles from './page-versions-dialog.module.css'

interface PageVersionsDialogProps {
  kind: 'cards' | 'layouts' | 'parts'
  id: string
  opened: boolean
  onClose: () => void
  onRestore: (document: LayoutDocument) => void
}

/** Earlier versions of a page, with author, date, and picture. Restoring is an unsaved change like any other. */
export function PageVersionsDialog({ opened, onClose, ...versions }: PageVersionsDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal opened={opened} onClose={onClose} title={t('versions.title')} size={1080}>
      {versions.id === '' ? <p>{t('versions.unsaved')}</p> : <Versions {...versions} />}
    </Modal>
  )
}

function Versions({ kind, id, onRestore }: Omit<PageVersionsDialogProps, 'opened' | 'onClose'>) {
  const { t } = useTranslation()
  const versions = useQuery({
    queryKey: [kind, id, 'versions'],
    queryFn: async ({ signal }) => (await api[kind].versions({ params: { id } }, { signal })).versions,
    // Other users save, too.
    staleTime: 0,
  })
  const [chosen, setChosen] = useState<number>()
  const [newest, second] = versions.data ?? []
  const shown = chosen ?? second?.version ?? newest?.version
  const [one, document] = useVersion({ kind, id, version: shown })
  const [, current] = useVersion({ kind, id, version: newest?.version })
  if (versions.isPending) return <p>{t('versions.loading')}</p>
  if (versions.isError) return <p role="alert">{t('versions.failed')}</p>
  if (!newest) return <p>{t('versions.none')}</p>
  return (
    <div className={styles.versions}>
      <ul className={styles.list} aria-label={t('versions.title')}>
        {versions.data.map((version) => (
          <li key={version.version}>
            <button
              type="button"
              className={styles.version}
              aria-pressed={version.version === shown}
              onClick={() => setChosen(version.version)}
            >
              <VersionWords version={version} newest={version === newest} />
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.shown}>
        {document && current && shown !== newest.version ? (
          <ComparedPages older={document} newer={current} />
        ) : (
          document && <PageThumb document={document} label={t('versions.picture')} />
        )}
        {one.isError && <p role="alert">{t('versions.failed')}</p>}
        <p className={styles.note}>{t('versions.hint')}</p>
        <Button
          disabled={!one.data || shown === newest.version}
          onClick={() => one.data && onRestore(one.data.document)}
        >
          {t('versions.restore')}
        </Button>
      </div>
    </div>
  )
}

/** A version with its document, once it has loaded. */
function useVersion({
  kind,
  id,
  version,
}: {
  kind: 'cards' | 'layouts' | 'parts' | 'parts'
  id: string
  version: number | undefined
}) {
  const one = useQuery({
    queryKey: [kind, id, 'versions', version],
    queryFn: async ({ signal }) =>
      (await api[kind].version({ params: { id, version: version ?? 0 } }, { signal })).version,
    enabled: version !== undefined,
  })
  const document = useMemo(() => one.data && readDocument(one.data.document, WIDGET_FIELDS), [one.data])
  return [one, document] as const
}

function VersionWords({ version, newest }: { version: PageVersion; newest: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <strong>
        <bdi>{dateText(version.savedAt, 'moment')}</bdi>
        {newest && <span className={styles.newest}>{t('versions.newest')}</span>}
      </strong>
      <span className={styles.who}>{version.savedBy || t('versions.elsewhere')}</span>
    </>
  )
}
