import { Button } from '@mantine/core'
import type { AuditEntry } from '@vitrine/contract/api/operations/audit'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/server/transport.ts'
import { useRestoreVersion, VERSIONED, type VersionedKind } from '#ui/dialog/saved-versions.tsx'
import { useCan } from '#ui/work/use-can.ts'

/** Calls after which a version was kept. */
const SAVES: readonly AuditEntry['verb'][] = ['create', 'change', 'restore']

interface Props {
  entry: AuditEntry
  kind: VersionedKind
}

/** Restores what the entry's call saved, if that is still kept. */
export function RestoreEntry({ entry: { thing, verb, request }, kind }: Props) {
  const { t } = useTranslation()
  const mayRestore = useCan('write', VERSIONED[kind].area)
  const restore = useRestoreVersion(kind, thing?.id ?? '')
  if (!thing || !mayRestore || !SAVES.includes(verb)) return null
  return (
    <Button
      variant="default"
      size="compact-sm"
      onClick={() =>
        void restore((versions) => {
          const saved = versions.find((version) => version.request === request)
          if (!saved) throw new ApiError(404, { errKey: 'NOT_FOUND' })
          return saved
        })
      }
    >
      {t('versions.restore')}
    </Button>
  )
}
