import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SavedVersion } from '@vitrine/contract/api/base/saved-versions'
import type { AuditEntry } from '@vitrine/contract/api/operations/audit'
import type { Access } from '@vitrine/contract/permissions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { dateText } from '#lib/text/format.ts'
import { FailedList } from '#ui/page/failed-list.tsx'
import { useAction } from '#ui/work/use-write.ts'
import styles from './saved-versions.module.css'

/** Kinds of things whose saves are kept: their queries, and who restores them. */
export const VERSIONED = {
  storyboard: { of: 'storyboards', key: ['storyboards'], area: 'storyboards', parts: 'versions.pages' },
  'device-group': {
    of: 'deviceGroups',
    key: ['device-groups'],
    area: 'device-groups',
    parts: 'versions.slots',
  },
  'local-content': {
    of: 'localContent',
    key: ['local-content'],
    area: 'local-content',
    parts: 'versions.entries',
  },
} as const satisfies Record<string, { of: keyof typeof api; key: string[]; area: Access; parts: string }>
export type VersionedKind = keyof typeof VERSIONED

/** What an entry of the audit log changed, if its saves are kept. */
export function versionedKind({
  kind,
  action,
}: Pick<AuditEntry, 'kind' | 'action'>): VersionedKind | undefined {
  if (action.startsWith('localContent.')) return 'local-content'
  return kind === 'storyboard' || kind === 'device-group' ? kind : undefined
}

const versionsOf = async (kind: VersionedKind, id: string, signal?: AbortSignal) =>
  (await api[VERSIONED[kind].of].versions({ params: { id } }, { signal })).versions

interface Restored {
  /** The version that was current before; undefined if that is the one to restore. */
  before: SavedVersion | undefined
}

/** Saves an earlier version again as the newest. *Undo* restores the one that was current. */
export function useRestoreVersion(kind: VersionedKind, id: string) {
  const { of, key } = VERSIONED[kind]
  const { t } = useTranslation()
  const restore = (version: number) => api[of].restore({ params: { id, version }, body: {} })
  return useAction<(all: readonly SavedVersion[]) => SavedVersion, Restored>({
    write: async (choose) => {
      const versions = await versionsOf(kind, id)
      const chosen = choose(versions)
      const [newest] = versions
      if (chosen.version === newest?.version) return { before: undefined }
      await restore(chosen.version)
      return { before: newest }
    },
    failed: 'versions.restoreFailed',
    done: ({ before }) => t(before ? 'versions.restored' : 'versions.isCurrent'),
    invalidates: [key, ['saved-versions', id]],
    isUndoable: ({ before }) => before !== undefined,
    undo: async (_, { before }) => before && restore(before.version),
  })
}

interface Props {
  kind: VersionedKind
  id: string
  /** Whether the current user may save it, where it is. */
  mayRestore: boolean
  /** Shows the stored state in place of the edited one. */
  onRestored: () => unknown
}

/** Earlier saves of a storyboard, a schedule, or local content, with who saved them. */
export function SavedVersions(props: Props) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t('versions.open')}
      </Button>
      <Modal opened={opened} onClose={close} title={t('versions.title')}>
        <Versions
          {...props}
          onRestored={() => {
            close()
            props.onRestored()
          }}
        />
      </Modal>
    </>
  )
}

function Versions({ kind, id, mayRestore, onRestored }: Props) {
  const { t } = useTranslation()
  const { parts } = VERSIONED[kind]
  const query = useQuery({
    queryKey: ['saved-versions', id],
    queryFn: ({ signal }) => versionsOf(kind, id, signal),
    // Other people save, too.
    staleTime: 0,
  })
  const restore = useRestoreVersion(kind, id)
  if (query.isError) return <FailedList error={query.error} retry={() => void query.refetch()} />
  if (!query.data) return <p role="status">{t('versions.loading')}</p>
  return (
    <>
      <p className={styles.hint}>{t('versions.savedHint')}</p>
      <ul className={styles.versions} aria-label={t('versions.title')}>
        {query.data.map((version, index) => (
          <li key={version.version}>
            <span>
              <strong>
                <bdi>{dateText(version.savedAt, 'momentOfSecond')}</bdi>
              </strong>
              <small>
                {version.savedBy && (
                  <>
                    <bdi>{version.savedBy}</bdi> ·{' '}
                  </>
                )}
                <bdi>{version.name}</bdi> · {t(parts, { count: version.parts })}
              </small>
            </span>
            {index === 0 && <small>{t('versions.newest')}</small>}
            {index > 0 && mayRestore && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('versions.restoreOf', { date: dateText(version.savedAt, 'momentOfSecond') })}
                onClick={() =>
                  void restore(() => version).then((isRestored) => {
                    if (isRestored) onRestored()
                  })
                }
              >
                {t('versions.restoreShort')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
