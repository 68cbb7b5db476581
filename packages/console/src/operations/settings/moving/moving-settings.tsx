import { Button } from '@mantine/core'
import { PackageIcon } from '@phosphor-icons/react/dist/csr/Package'
import { useQuery } from '@tanstack/react-query'
import { type Archive, EXPORTS_MAX } from '@vitrine/contract/api/operations/archives'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { useOrganizationId } from '#lib/session/view-as.ts'
import { numberText } from '#lib/text/format.ts'
import { archivesKey, archivesQuery } from '#queries/archives.ts'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { Section } from '#ui/page/page.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { useAction } from '#ui/work/use-write.ts'
import { ArchiveList } from './archive-list.tsx'
import { ImportForm } from './import-form.tsx'
import styles from './moving.module.css'

/** Exports the organization as one file, and imports such files as new organizations. */
export function MovingSettings() {
  const { t } = useTranslation()
  const organizationId = useOrganizationId()
  const query = useQuery(archivesQuery(organizationId))
  const mayImport = useCan('write', 'organizations')
  const begin = useAction({
    write: () => api.archives.create({ body: { organizationId } }),
    done: 'moving.exportStarted',
    failed: 'moving.exportFailed',
    invalidates: [archivesKey],
  })
  const deletion = useDeletion<Archive>({
    remove: ({ id }) => api.archives.remove({ params: { id } }),
    name: ({ name }) => name || t('moving.archive'),
    failed: 'moving.deleteFailed',
    invalidates: [archivesKey],
  })
  const exports = query.data?.filter(({ kind }) => kind === 'export') ?? []
  const isExporting = exports.some(({ state }) => isOpen(state))
  return (
    <>
      <Section title={t('moving.export')} text={t('moving.exportText')}>
        <div>
          <Button
            leftSection={<PackageIcon size={16} aria-hidden="true" />}
            disabled={isExporting || exports.length >= EXPORTS_MAX}
            onClick={() => void begin({})}
          >
            {t('moving.exportNow')}
          </Button>
        </div>
        <p className={styles.note}>{t('moving.keptMost', { most: numberText(EXPORTS_MAX) })}</p>
        <RecordView query={query}>
          {(archives) => (
            <ArchiveList
              label={t('moving.exports')}
              archives={archives.filter(({ kind }) => kind === 'export')}
              onDelete={deletion.ask}
            />
          )}
        </RecordView>
      </Section>
      {mayImport && (
        <Section title={t('moving.import')} text={t('moving.importText')}>
          <ImportForm />
          <RecordView query={query}>
            {(archives) => (
              <ArchiveList
                label={t('moving.imports')}
                archives={archives.filter(({ kind }) => kind === 'import')}
                onDelete={deletion.ask}
              />
            )}
          </RecordView>
        </Section>
      )}
      {deletion.dialog}
    </>
  )
}

const isOpen = (state: Archive['state']) => state === 'waiting' || state === 'running'
