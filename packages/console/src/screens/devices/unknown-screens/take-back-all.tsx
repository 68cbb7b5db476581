import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { BulkRefusal } from '@vitrine/contract/api/base/bulk'
import { type UnknownScreen, unknownScreens } from '@vitrine/contract/api/screens/unknown-screens'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { clock } from '#lib/clock.ts'
import { ApiError } from '#lib/server/transport.ts'
import { reasonText } from '#lib/text/error-text.ts'
import { deviceGroupsKey, deviceGroupsQuery } from '#queries/device-groups.ts'
import { devicesKey } from '#queries/devices.ts'
import { licencesKey, licencesQuery } from '#queries/licences.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'
import { unknownScreensKey } from './queries.ts'

interface Props {
  screens: readonly UnknownScreen[]
  /** The number of unknown screens that need an individual decision. */
  others: number
  onDone: () => void
}

/** The button to reconnect all screens that need no decision. */
export function ReconnectAll({ screens, of }: { screens: readonly UnknownScreen[]; of: number }) {
  const { t } = useTranslation()
  const [all, setAll] = useState<readonly UnknownScreen[]>()
  const close = () => setAll(undefined)
  return (
    <>
      {screens.length > 1 && (
        <Button mb={12} onClick={() => setAll(screens)}>
          {t('unknownScreens.takeBackAll')}
        </Button>
      )}
      <FormDialog
        opened={all !== undefined}
        onClose={close}
        title={t('unknownScreens.takeBackCount', { count: all?.length ?? 0 })}
      >
        {all && <TakeBackAll screens={all} others={of - screens.length} onDone={close} />}
      </FormDialog>
    </>
  )
}

/** Lists the effects, reconnects the screens, and names those that failed. */
function TakeBackAll({ screens, others, onDone }: Props) {
  const { t } = useTranslation()
  const [refused, setRefused] = useState<readonly BulkRefusal[]>([])
  const left =
    refused.length > 0 ? screens.filter(({ id }) => refused.some((each) => each.id === id)) : screens
  const state = useEntityForm(unknownScreens.takeBackMany.body, { ids: screens.map(({ id }) => id) })
  const takeBack = useWrite({
    write: api.unknownScreens.takeBackMany,
    done: ({ done }) => t('unknownScreens.takenBack', { count: done.length }),
    failed: 'unknownScreens.failed',
    invalidates: [unknownScreensKey, devicesKey, deviceGroupsKey, licencesKey],
  })
  const missing = useMissingSeats(left)
  return (
    <EntityForm
      state={state}
      submitLabel={t('unknownScreens.takeBackCount', { count: left.length })}
      onSubmit={async () => {
        const answer = await takeBack({ body: { ids: left.map(({ id }) => id) } })
        setRefused(answer.refused)
        if (answer.refused.length === 0) onDone()
      }}
    >
      <p>{t('unknownScreens.takeBackAllText')}</p>
      <Groups screens={left} />
      {missing > 0 && <Alert color="warn">{t('unknownScreens.missingSeats', { count: missing })}</Alert>}
      {others > 0 && <p>{t('unknownScreens.others', { count: others })}</p>}
      {refused.length > 0 && (
        <div role="alert">
          <p>{t('unknownScreens.notTakenBack', { count: refused.length })}</p>
          <ul>
            {refused.map(({ id, ...refusal }) => (
              <li key={id}>
                <bdi>{screens.find((screen) => screen.id === id)?.name}</bdi>:{' '}
                {reasonText(new ApiError(409, refusal))}
              </li>
            ))}
          </ul>
        </div>
      )}
    </EntityForm>
  )
}

/** The number of screens per group. */
function Groups({ screens }: { screens: readonly UnknownScreen[] }) {
  const { t } = useTranslation()
  const { data: groups = [] } = useQuery(deviceGroupsQuery())
  const groupOf = ({ screen, organizationId }: UnknownScreen) =>
    groups.find((group) => group.id === screen?.deviceGroupId && group.organizationId === organizationId)
  const counts = countBy(screens, (screen) => groupOf(screen)?.name ?? null)
  return (
    <ul aria-label={t('unknownScreens.groups')}>
      {[...counts].map(([name, count]) => (
        <li key={name}>
          {name === null ? t('unknownScreens.noGroup') : <bdi>{name}</bdi>}:{' '}
          {t('unknownScreens.screens', { count })}
        </li>
      ))}
    </ul>
  )
}

/** The number of screens that exceed their organization's licensed seats, as far as known. */
function useMissingSeats(screens: readonly UnknownScreen[]): number {
  const { data } = useQuery(licencesQuery())
  if (!data) return 0
  const today = new Date(clock.now()).toISOString().slice(0, 10)
  let missing = 0
  for (const [organizationId, count] of countBy(screens, (screen) => screen.organizationId)) {
    const licences = data.filter((licence) => licence.organizationId === organizationId)
    // An organization without a license may connect one screen.
    const trial = licences.length === 0 ? 1 : 0
    const free = licences
      .filter(({ expiresAt }) => expiresAt === null || expiresAt >= today)
      .reduce((sum, { devicesCount, usedDevices }) => sum + Math.max(0, devicesCount - usedDevices), trial)
    missing += Math.max(0, count - free)
  }
  return missing
}

function countBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}
