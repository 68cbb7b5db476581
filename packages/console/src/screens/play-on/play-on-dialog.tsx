import { Button, Modal, Select } from '@mantine/core'
import { PlayIcon } from '@phosphor-icons/react/dist/csr/Play'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '#lib/clock.ts'
import { blocking } from '#lib/overlay.ts'
import { closePlayOn, type PlayRequest } from '#lib/play-on.ts'
import { failureText } from '#lib/text/error-text.ts'
import { notify } from '#lib/toasts.ts'
import { TargetPicker } from '#pickers/screens/target-picker.tsx'
import { ALL_DAYS } from '#pickers/weekdays-picker.tsx'
import { MediaOf } from '#pictures/media/media-of.tsx'
import { PageOf, StoryOf } from '#pictures/pages/page-thumb.tsx'
import { deviceGroupsQuery } from '#queries/device-groups.ts'
import { devicesQuery } from '#queries/devices.ts'
import { nextHour, type SwitchEnding, SwitchEndPicker } from '#screens/devices/switches/switch-end-picker.tsx'
import { pictured } from '#ui/screen/pictured.tsx'
import { useCan, useReach } from '#ui/work/use-can.ts'
import { ArrivalView } from './drop/arrival-view.tsx'
import { FileChoice } from './drop/file-choice.tsx'
import { useArrived } from './drop/use-arrived.ts'
import { PlanText } from './plan-text.tsx'
import styles from './play-on.module.css'
import { type Playable, type PlayWhen, planOf, type Source, type WeeklyTimes } from './play-plan.ts'
import { type PlayFailures, usePlay } from './use-play.ts'
import { keyOf, usePlayables } from './use-playables.ts'
import { WhenField } from './when-field.tsx'

const KINDS = ['media', 'deck', 'storyboard', 'card', 'layout', 'template', 'source'] as const

/** Asks what, where and when to play; describes the effect before it happens. */
export function PlayOnDialog({ opened, request }: { opened: boolean; request: PlayRequest | null }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={closePlayOn}
      title={t('playOn.title')}
      size={560}
      closeOnClickOutside={false}
    >
      {request && <PlayForm request={request} />}
    </Modal>
  )
}

function PlayForm({ request }: { request: PlayRequest }) {
  const { t } = useTranslation()
  const plan = usePlan(request)
  const { playable, source, targets, when, screens, isReady, isSomewhere } = plan
  const { failures, submit, forget } = usePlayNow(plan)
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      {plan.dropped ? (
        <ArrivalView arrived={plan.arrived} />
      ) : (
        <WhatField playables={plan.playables} value={plan.what} onChange={plan.setWhat} />
      )}
      {!request.subject && <FileChoice onChoose={plan.setDropped} isOther={plan.dropped !== undefined} />}
      <TargetPicker
        label={t('playOn.where')}
        devices={plan.devices}
        groups={plan.groups}
        chosen={plan.chosen}
        onChange={(next) => {
          plan.setPlaces(next)
          forget()
        }}
      />
      <WhenField
        value={when}
        onChange={plan.setWhen}
        from={plan.from}
        onFromChange={plan.setFrom}
        weekly={plan.weekly}
        onWeeklyChange={plan.setWeekly}
        canSchedule={plan.canSchedule}
        targets={targets}
      />
      {(when === 'now' || when === 'at') && (
        <SwitchEndPicker
          value={plan.ending}
          onChange={plan.setEnding}
          from={when === 'at' ? plan.from : undefined}
          screens={screens}
        />
      )}
      {playable && source && (isSomewhere || !isReady) && (
        <PlanText
          {...{ playable, source, when, screens }}
          storyboards={plan.playables.storyboards}
          from={plan.from}
          weekly={plan.weekly}
          {...targets}
        />
      )}
      {failures && <NotDone failures={failures} />}
      <Buttons
        source={source}
        disabled={!isReady || !isSomewhere}
        isRetry={failures !== undefined}
        isPlanned={when === 'at' || when === 'weekly'}
      />
    </form>
  )
}

/** Nine to five, every day. */
const WORKDAY: WeeklyTimes = { from: '09:00 AM', to: '05:00 PM', days: ALL_DAYS }

/** The choices in the dialog, and their consequences. */
function usePlan(request: PlayRequest) {
  const may = {
    makeCards: useCan('write', 'cards'),
    makeStoryboards: useCan('write', 'storyboards'),
    approve: useCan('write', 'approve-storyboards'),
    // It may need a new group.
    changeGroups: useCan('write', 'device-groups', 'everywhere'),
  }
  const { data: devices = [] } = useQuery(devicesQuery())
  const { data: known = [] } = useQuery(deviceGroupsQuery())
  const isReached = useReach('devices')
  const groups = known.filter(({ id }) => isReached({ deviceGroupId: id }))
  const playables = usePlayables(request.subject)
  const [what, setWhat] = useState(request.subject && keyOf(request.subject))
  const asked = [...(request.groupIds ?? []), ...(request.deviceIds ?? [])]
  const [places, setPlaces] = useState<ReadonlySet<string> | undefined>(
    asked.length > 0 ? new Set(asked) : undefined,
  )
  const [when, setWhen] = useState<PlayWhen>(request.when ?? 'now')
  const [ending, setEnding] = useState<SwitchEnding>({ end: 'next-slot' })
  const [from, setFrom] = useState<number | undefined>(() => nextHour(clock.now()))
  const [weekly, setWeekly] = useState<WeeklyTimes>(WORKDAY)

  const [dropped, setDropped] = useState(request.dropped)
  const arrived = useArrived(dropped)
  const found = playables.all.find((one) => keyOf(one) === what)
  const playable: Playable | undefined = dropped ? arrived.playable : found
  const { storyboards } = playables
  return {
    ...{ dropped, setDropped, arrived, make: dropped && arrived.make },
    ...{ playables, playable, what, setWhat, setPlaces, setWhen, ending, setEnding, from, setFrom },
    ...{ weekly, setWeekly },
    ...planOf(
      { playable, places, when, ending, from, weekly },
      { devices, groups, storyboards, may, now: clock.now() },
    ),
  }
}

/** Runs the plan; a retry repeats only what failed. */
function usePlayNow(plan: ReturnType<typeof usePlan>) {
  const [failures, setFailures] = useState<PlayFailures>()
  const play = usePlay()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { playable, make, source, targets, when, from, ending, weekly, devices } = plan
    if (!playable || !source) return
    try {
      const wish = { playable, make, source, targets, when, from, ending, weekly, allDevices: devices }
      const left = await blocking(() => play(wish, failures))
      if (left.length === 0) closePlayOn()
      else {
        // The others have their schedules, and screens among them a group.
        if (when === 'weekly' || when === 'default') plan.setPlaces(new Set(left.map(({ id }) => id)))
        setFailures(left)
      }
    } catch (error) {
      notify({ kind: 'negative', message: failureText(error, 'playOn.failed') })
    }
  }
  return { failures, submit, forget: () => setFailures(undefined) }
}

/** The thumbnail of a `keyOf` key. */
function playablePicture(key: string) {
  const [kind, id = ''] = key.split(' ')
  if (kind === 'storyboard') return <StoryOf id={id} />
  if (kind === 'card' || kind === 'layout')
    return <PageOf type={kind === 'card' ? 'standard' : 'designed'} id={id} />
  return <MediaOf id={id} />
}

interface WhatFieldProps {
  playables: ReturnType<typeof usePlayables>
  value: string | undefined
  onChange: (key: string | undefined) => void
}

function WhatField({ playables, value, onChange }: WhatFieldProps) {
  const { t } = useTranslation()
  const { all, waiting, setTyped, setChosen } = playables
  const groups = KINDS.map((kind) => ({
    group: t(`playOn.kinds.${kind}`),
    items: all.filter((one) => one.kind === kind).map((one) => ({ value: keyOf(one), label: one.name })),
  }))
  return (
    <Select
      label={t('playOn.what')}
      placeholder={waiting ? t('overlay.loading') : t('playOn.choose')}
      data={groups.filter(({ items }) => items.length > 0)}
      {...pictured(playablePicture, value)}
      value={value ?? null}
      onChange={(next) => {
        setChosen(all.find((one) => keyOf(one) === next))
        onChange(next ?? undefined)
      }}
      allowDeselect={false}
      searchable
      onSearchChange={setTyped}
      nothingFoundMessage={t('fields.noMatch')}
      maxDropdownHeight={280}
      data-autofocus
    />
  )
}

function NotDone({ failures }: { failures: PlayFailures }) {
  const { t } = useTranslation()
  return (
    <div className={styles.failed} role="alert">
      <strong>{t('playOn.partly', { count: failures.length })}</strong>
      <ul>
        {failures.map(({ id, name, reason }) => (
          <li key={id}>
            <bdi>{name}</bdi>
            {reason && `: ${reason}`}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface ButtonsProps {
  source: Source | undefined
  disabled: boolean
  isRetry: boolean
  /** Whether it starts later. */
  isPlanned: boolean
}

function Buttons({ source, disabled, isRetry, isPlanned }: ButtonsProps) {
  const { t } = useTranslation()
  const mayApprove = useCan('write', 'approve-storyboards')
  const needsApproval = source?.how === 'make' && !source.approved
  return (
    <div className={styles.buttons}>
      {source?.how === 'review' && mayApprove && (
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link
              to="/app/storyboard"
              search={{ review: source.storyboard.id }}
              onClick={closePlayOn}
              {...props}
            />
          )}
        >
          {t('playOn.review')}
        </Button>
      )}
      <Button variant="default" onClick={closePlayOn}>
        {t('form.cancel')}
      </Button>
      <Button type="submit" disabled={disabled} leftSection={<PlayIcon size={16} aria-hidden="true" />}>
        {t(
          isRetry
            ? 'failure.retry'
            : needsApproval
              ? 'playOn.send'
              : isPlanned
                ? 'playOn.schedule'
                : 'playOn.play',
        )}
      </Button>
    </div>
  )
}
