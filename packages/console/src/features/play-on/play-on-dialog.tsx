import { Button, Modal, Radio, Select, Stack } from '@mantine/core'
import { PlayIcon } from '@phosphor-icons/react/dist/csr/Play'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceGroupsQuery } from '#features/device-groups/queries.ts'
import { devicesQuery } from '#features/devices/queries.ts'
import { blocking } from '#lib/overlay.ts'
import { closePlayOn, type PlayRequest } from '#lib/play-on.ts'
import { failureText } from '#lib/text/error-text.ts'
import { notify } from '#lib/toasts.ts'
import { useCan } from '#ui/work/use-can.ts'
import { PlanText } from './plan-text.tsx'
import styles from './play-on.module.css'
import { type Playable, type PlayWhen, screensOf, sourceOf } from './play-plan.ts'
import { type Undone, usePlay } from './use-play.ts'
import { usePlayables } from './use-playables.ts'
import { WhereField } from './where-field.tsx'

const KINDS = ['storyboard', 'card', 'layout'] as const
const keyOf = ({ kind, id }: Pick<Playable, 'kind' | 'id'>) => `${kind} ${id}`

/** What, where, when; and before anything happens, in words, what will. */
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
  const may = {
    makeCards: useCan('write', 'cards'),
    makeStoryboards: useCan('write', 'storyboards'),
    approve: useCan('write', 'approve-storyboards'),
    changeGroups: useCan('write', 'device-groups'),
  }
  const devices = useQuery(devicesQuery())
  const groups = useQuery(deviceGroupsQuery())
  const { all, storyboards, media, waiting } = usePlayables(request.subject)
  const [what, setWhat] = useState(request.subject && keyOf(request.subject))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set([...(request.groupIds ?? []), ...(request.deviceIds ?? [])]),
  )
  const [when, setWhen] = useState<PlayWhen>('now')
  const [undone, setUndone] = useState<Undone>()
  const play = usePlay()

  const playable = all.find((one) => keyOf(one) === what)
  const ofOrganization = <T extends { organizationId: string }>(items: readonly T[] = []) =>
    items.filter((item) => !playable || item.organizationId === playable.organizationId)
  const ownDevices = ofOrganization(devices.data)
  const targets = {
    devices: ownDevices.filter(({ id }) => chosen.has(id)),
    groups: ofOrganization(groups.data).filter(({ id }) => chosen.has(id)),
  }
  const canBeDefault = may.changeGroups && targets.groups.length > 0 && targets.devices.length === 0
  const really: PlayWhen = canBeDefault ? when : 'now'
  const screens = screensOf(targets, ownDevices)
  const source = playable && sourceOf(playable, storyboards, may)
  const ready = source?.how === 'ready' || source?.how === 'make'
  const isSomewhere = really === 'default' ? targets.groups.length > 0 : screens.length > 0

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!playable || !source) return
    try {
      const wish = { playable, media, source, targets, when: really, allDevices: ownDevices }
      const left = await blocking(() => play(wish, undone))
      if (left.length === 0) closePlayOn()
      else setUndone(left)
    } catch (error) {
      notify({ kind: 'negative', message: failureText(error, 'playOn.failed') })
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <Select
        label={t('playOn.what')}
        placeholder={waiting ? t('overlay.loading') : t('playOn.choose')}
        data={KINDS.map((kind) => ({
          group: t(`playOn.kinds.${kind}`),
          items: all
            .filter((one) => one.kind === kind)
            .map((one) => ({ value: keyOf(one), label: one.name })),
        })).concat(
          media
            ? [{ group: t('playOn.kinds.media'), items: [{ value: `media ${media.id}`, label: media.name }] }]
            : [],
        )}
        value={what ?? null}
        onChange={(next) => setWhat(next ?? undefined)}
        allowDeselect={false}
        searchable
        nothingFoundMessage={t('fields.noMatch')}
        maxDropdownHeight={280}
        data-autofocus
      />
      <WhereField
        devices={ownDevices}
        groups={ofOrganization(groups.data)}
        chosen={chosen}
        onChange={(next) => {
          setChosen(next)
          setUndone(undefined)
        }}
      />
      <Radio.Group
        label={t('playOn.when')}
        value={really}
        onChange={(next) => setWhen(next === 'default' ? next : 'now')}
      >
        <Stack gap={8} mt={6}>
          <Radio value="now" label={t('playOn.now')} description={t('playOn.nowText')} />
          <Radio
            value="default"
            label={t('playOn.default')}
            description={t(canBeDefault ? 'playOn.defaultText' : 'playOn.defaultGroups')}
            disabled={!canBeDefault}
          />
        </Stack>
      </Radio.Group>
      {playable && source && (isSomewhere || !ready) && (
        <PlanText
          playable={playable}
          source={source}
          when={really}
          screens={screens}
          groups={targets.groups}
        />
      )}
      {undone && (
        <div className={styles.failed} role="alert">
          <strong>{t('playOn.partly', { count: undone.length })}</strong>
          <ul>
            {undone.map(({ id, name, reason }) => (
              <li key={id}>
                <bdi>{name}</bdi>
                {reason && `: ${reason}`}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={styles.buttons}>
        {source?.how === 'review' && (
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
        <Button
          type="submit"
          disabled={!ready || !isSomewhere}
          leftSection={<PlayIcon size={16} aria-hidden="true" />}
        >
          {t(
            undone
              ? 'failure.retry'
              : source?.how === 'make' && !source.approved
                ? 'playOn.send'
                : 'playOn.play',
          )}
        </Button>
      </div>
    </form>
  )
}
