import { ActionIcon, Button } from '@mantine/core'
import { WrenchIcon } from '@phosphor-icons/react/dist/csr/Wrench'
import { useQuery } from '@tanstack/react-query'
import type { Device } from '@vitrine/contract/api/screens/devices'
import type { PutRight } from '@vitrine/contract/api/screens/devices/put-right'
import { ROLES } from '@vitrine/contract/permissions'
import { isCorrectable } from '@vitrine/contract/player/truth'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { useSession } from '#lib/session/session.ts'
import { useViewedOrganization } from '#lib/session/view-as.ts'
import { deviceGroupsKey } from '#queries/device-groups.ts'
import { correctableQuery, devicesKey } from '#queries/devices.ts'
import { useCan } from '#ui/work/use-can.ts'
import { useAction } from '#ui/work/use-write.ts'

/** Names in a message; the others are counted. */
const NAMED = 5

/** Puts screens right, or all that differ, and says what it did for them. */
function usePutRight(): (ids?: readonly string[]) => Promise<boolean> {
  const done = useOutcomeText()
  return useAction({
    write: (ids: readonly string[] | undefined) =>
      api.devices.putRight({ body: ids ? { ids: [...ids] } : {} }),
    failed: 'truth.failed',
    done,
    undo: (_, { results }) => Promise.all(results.map(switchAgain)),
    isUndoable: ({ results }) => results.some((one) => one.switch),
    invalidates: [devicesKey, deviceGroupsKey, ['deliveries']],
  })
}

type Result = PutRight['results'][number]

/** Sends an ended switch again, with the same end. */
const switchAgain = ({ id, switch: ended }: Result) =>
  ended &&
  api.devices.switchStory({
    params: { id },
    body: {
      storyboardId: ended.storyboardId,
      end: ended.end,
      ...(ended.end === 'time' && ended.until !== null && { until: ended.until }),
    },
  })

const SAID = ['returned', 'restarted', 'manual', 'offline'] as const

function useOutcomeText(): (done: PutRight) => string {
  const { t } = useTranslation()
  return ({ results, left }) => {
    const said = SAID.flatMap((did) => {
      const own = results.filter((one) => one.did === did)
      const names = own.slice(0, NAMED).map(({ name }) => name)
      const list = own.length > NAMED ? `${names.join(', ')}…` : names.join(', ')
      return own.length > 0 ? [t(`truth.did.${did}`, { count: own.length, names: list })] : []
    })
    const text = said.length > 0 ? said.join('. ') : t('truth.did.nothing')
    return left > 0 ? `${text}. ${t('truth.left', { count: left })}` : text
  }
}

/** Puts all screens right that can be, and that the user may change. */
export function PutAllRight() {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'devices')
  const { data: count = 0 } = useQuery(correctableQuery())
  const act = usePutRight()
  const viewed = useViewedOrganization()
  const seesAll = useSession(({ profile }) => profile?.role === ROLES.superAdmin) && !viewed
  // One call is for one organization.
  if (!mayWrite || seesAll || count === 0) return null
  return (
    <Button leftSection={<WrenchIcon size={16} aria-hidden="true" />} onClick={() => void act()}>
      {t('truth.putAllRight', { count })}
    </Button>
  )
}

/** In the row of a screen that can be put right, unless *Back to schedule* does it. */
export function PutRightOfRow({ device }: { device: Device }) {
  const { t } = useTranslation()
  const act = usePutRight()
  if (!isCorrectable(device.truth.because) || device.manualSwitch) return null
  return (
    <ActionIcon
      aria-label={t('truth.putRightOf', { name: device.name })}
      title={t('truth.putRight')}
      onClick={() => void act([device.id])}
    >
      <WrenchIcon size={18} aria-hidden="true" />
    </ActionIcon>
  )
}

/** For one screen, beside its sentence. */
export function PutRightButton({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation()
  const act = usePutRight()
  return (
    <Button
      variant="default"
      size="compact-md"
      leftSection={<WrenchIcon size={16} aria-hidden="true" />}
      aria-label={t('truth.putRightOf', { name })}
      onClick={() => void act([id])}
    >
      {t('truth.putRight')}
    </Button>
  )
}
