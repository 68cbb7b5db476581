import { Button } from '@mantine/core'
import { XIcon } from '@phosphor-icons/react/dist/csr/X'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Override } from '@vitrine/contract/api/playback/manifest'
import type { PlannedSwitch } from '@vitrine/contract/api/screens/manual-switches'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { clock } from '#lib/clock.ts'
import { changeText } from '#lib/text/change-text.ts'
import { usePageZone } from '#lib/text/page-zone.ts'
import { useNow } from '#lib/use-now.ts'
import { StoryOf } from '#pictures/pages/page-thumb.tsx'
import { devicesKey, switchesQuery } from '#queries/devices.ts'
import { SmallPicture } from '#ui/screen/small-picture.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { useAction } from '#ui/work/use-write.ts'
import { cancelPlanned } from './api.ts'
import styles from './manual-switches.module.css'

/** Planned switches that have not started; none without permission to see screens. */
export function usePlanned(): readonly PlannedSwitch[] {
  const now = useNow(10_000)
  const enabled = useCan('read', 'devices')
  const { data } = useQuery({ ...switchesQuery(), enabled })
  return (data?.planned ?? []).filter(({ since }) => since > now)
}

/**
 * Planned switches in the form `whatPlays` takes; the schedule at that time determines those ends that depend on it.
 */
export const plannedOverrides = (planned: readonly PlannedSwitch[]): Override[] =>
  planned.map(({ storyboardId, since, end, until }) => ({
    ...{ storyboardId, since },
    ...(end !== 'next-slot' && { until }),
  }))

/** The switches that a user planned together, for one or several screens. */
export type Plan = readonly [PlannedSwitch, ...PlannedSwitch[]]

/** Sorted by start. */
export function plansOf(planned: readonly PlannedSwitch[]): Plan[] {
  const plans = new Map<string, [PlannedSwitch, ...PlannedSwitch[]]>()
  for (const one of planned) {
    const key = [one.storyboardId, one.since, one.end, one.end === 'time' ? one.until : '', one.by].join(' ')
    const plan = plans.get(key)
    if (plan) plan.push(one)
    else plans.set(key, [one])
  }
  return [...plans.values()].sort(([a], [b]) => a.since - b.since)
}

/** Restores a canceled plan, unless its start has passed. */
const planAgain = ({ deviceId, storyboardId, since, end, until }: PlannedSwitch) =>
  since <= clock.now()
    ? Promise.resolve()
    : api.devices.switchStory({
        params: { id: deviceId },
        body: { storyboardId, from: since, end, ...(end === 'time' && until !== null && { until }) },
      })

function useCancel() {
  const act = useAction({
    write: (plan: readonly PlannedSwitch[]) => cancelPlanned(plan.map(({ id }) => id)),
    undo: (plan, canceled) =>
      Promise.all(plan.filter(({ id }) => canceled.includes(id)).map((one) => planAgain(one))),
    done: 'switches.canceled',
    failed: 'switches.cancelFailed',
    invalidates: [devicesKey],
  })
  return (plan: readonly PlannedSwitch[]) => act(plan)
}

interface PlannedSwitchesProps {
  of: (one: PlannedSwitch) => boolean
  /** Omits the screen's name: for the screen's own page. */
  ofOne?: boolean
}

/** Lists planned switches with start, end and *Cancel*. Renders nothing without any. */
export function PlannedSwitches({ of, ofOne = false }: PlannedSwitchesProps) {
  const { t } = useTranslation()
  const plans = plansOf(usePlanned().filter(of))
  const mayCancel = useCan('write', 'devices')
  const cancel = useCancel()
  if (plans.length === 0) return null
  return (
    <section className={styles.switches} aria-label={t('switches.planned')}>
      <h3 className={styles.heading}>{t('switches.planned')}</h3>
      <ul>
        {plans.map((plan) => (
          <PlanRow
            key={plan[0].id}
            plan={plan}
            ofOne={ofOne}
            onCancel={mayCancel && isMine(plan) ? cancel : undefined}
          />
        ))}
      </ul>
    </section>
  )
}

/** A plan of several screens is canceled for all of them. */
const isMine = (plan: Plan) => plan.every(({ isReadOnly }) => !isReadOnly)

interface PlanRowProps {
  plan: Plan
  ofOne: boolean
  onCancel: ((plan: Plan) => Promise<unknown>) | undefined
}

function PlanRow({ plan, ofOne, onCancel }: PlanRowProps) {
  const { t } = useTranslation()
  const zone = usePageZone()
  const now = useNow(60_000)
  const [first] = plan
  const { storyboardId, storyboardName, deviceId, deviceName, by, since, end, until } = first
  const name = storyboardName ?? t('devices.unnamed')
  const text = t(`switches.plan.${end}`, {
    by: by ?? t('switches.someone'),
    from: changeText(since, now, zone),
    until: until === null ? '' : changeText(until, now, zone),
  })
  return (
    <li>
      <SmallPicture>
        <StoryOf id={storyboardId} />
      </SmallPicture>
      <span className={styles.words}>
        {!ofOne && plan.length === 1 && (
          <Link to="/app/devices/$id" params={{ id: deviceId }} dir="auto">
            {deviceName}
          </Link>
        )}
        {plan.length > 1 && (
          <span title={plan.map((one) => one.deviceName).join(', ')}>
            {t('screensPicker.found', { count: plan.length })}
          </span>
        )}
        <strong dir="auto">{name}</strong>
        <span>{text}</span>
      </span>
      {onCancel && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<XIcon size={16} aria-hidden="true" />}
          aria-label={t('switches.cancelOf', { name })}
          onClick={() => void onCancel(plan)}
        >
          {t('switches.cancel')}
        </Button>
      )}
    </li>
  )
}
