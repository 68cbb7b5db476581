import { Button, Checkbox } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import {
  type Storyboard,
  StoryboardInput,
  type StoryboardType,
} from '@vitrine/contract/api/content/storyboards'
import { ROLES } from '@vitrine/contract/permissions'
import { useEffect } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { contentsOf } from '#content/storyboards/inner/sequence.ts'
import { useStories } from '#content/storyboards/inner/use-stories.ts'
import { Player } from '#content/storyboards/player/player.tsx'
import { usePlayback } from '#content/storyboards/player/use-playback.ts'
import { PageShelf } from '#content/storyboards/timeline/page-shelf.tsx'
import { type Item, sizeOf } from '#content/storyboards/timeline/timeline.ts'
import { Timeline } from '#content/storyboards/timeline/timeline-field.tsx'
import { useAdding } from '#content/storyboards/timeline/use-adding.tsx'
import { api } from '#lib/api.ts'
import { ApiError } from '#lib/server/transport.ts'
import { useSession } from '#lib/session/session.ts'
import { notify } from '#lib/toasts.ts'
import { ImpactCheck } from '#pickers/impact/impact-check.ts'
import { FormImpact } from '#pickers/impact/impact-line.tsx'
import { pageIdOf, usePagesById } from '#queries/pages.ts'
import { storyboardsKey } from '#queries/storyboards.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { NumberField, RadioField } from '#ui/form/fields/choice-fields.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { useNavigateAfterSave } from '#ui/work/use-navigate-after-save.ts'
import { useAction } from '#ui/work/use-write.ts'
import { AudioField } from './audio-field.tsx'
import { OrganizationField } from './organization-field.tsx'
import styles from './storyboard-form.module.css'
import type { StoryboardFormState, StoryboardValues } from './storyboard-values.ts'
import { useFormHistory } from './use-form-history.ts'

interface StoryboardFormProps {
  state: StoryboardFormState
  type: StoryboardType
  /** Absent for a new storyboard. */
  storyboard?: Storyboard
  save: (input: StoryboardInput) => Promise<{ storyboard: Storyboard }>
  onSaved?: () => void
  onReload?: () => void
  /** Disable while everything is saved as a draft. */
  guard?: boolean
}

/** Name, mode and pages in order, beside a preview; navigates to the list after saving. */
export function StoryboardForm(props: StoryboardFormProps) {
  const { state, type, storyboard, save, onSaved, onReload, guard } = props
  const { t } = useTranslation()
  const continueTo = useNavigateAfterSave()
  const mayWrite = useCan('write', 'storyboards')
  const mayApprove = useCan('write', 'approve-storyboards')
  const approve = useAction({
    write: ({ id, version }: Storyboard) =>
      api.storyboards.setStatus({ params: { id, status: 'approved' }, body: { version } }),
    failed: 'storyboards.statusFailed',
    done: 'success.storyboardApproved',
    invalidates: [storyboardsKey],
  })
  const navigate = useNavigate()
  const list = { to: '/app/storyboard' } as const
  const saveAnd = (approving: boolean) => async (input: StoryboardInput) => {
    const answer = await save(input).catch((error) => {
      // The timeline, which marks rejected pages, may be out of view.
      if (error instanceof ApiError && Object.keys(error.errors).some((name) => name.startsWith('items.')))
        notify({ kind: 'negative', message: t('storyboards.wrongPages') })
      throw error
    })
    onSaved?.()
    // The storyboard is saved even if the approval fails; the toast reports that.
    if (approving) await approve(answer.storyboard)
    await continueTo(list)
  }
  const impact = () => impactOfForm(storyboard, state.form.getValues())
  return (
    <EntityForm
      state={state}
      onSubmit={saveAnd(mayApprove)}
      submitLabel={t(mayApprove ? 'storyboards.saveAndApprove' : 'form.save')}
      also={mayApprove ? { label: t('form.save'), onSubmit: saveAnd(false) } : undefined}
      onCancel={() => void navigate(list)}
      onReload={onReload}
      guard={guard}
      readOnly={!mayWrite}
    >
      <ImpactCheck.Provider value={mayWrite ? impact : undefined}>
        <Editor type={type} storyboard={storyboard} />
      </ImpactCheck.Provider>
      {storyboard && <FormImpact ask={mayWrite ? impact : undefined} />}
    </EntityForm>
  )
}

/** What saving the form as it is would change on screens. */
async function impactOfForm(storyboard: Storyboard | undefined, values: StoryboardValues) {
  const read = StoryboardInput.safeParse(values)
  if (!read.success) return undefined
  const { data: body } = read
  const query = { dryRun: 'true' } as const
  const { impact } = storyboard
    ? await api.storyboards.update({ params: { id: storyboard.id }, query, body })
    : await api.storyboards.create({ query, body })
  return impact
}

function Editor({ type, storyboard }: { type: StoryboardType; storyboard?: Storyboard }) {
  const { t } = useTranslation()
  const { control } = useFormContext<StoryboardValues>()
  const list = useFieldArray({ control, name: 'items', keyName: 'key' })
  const { mode = 'AUTO', organizationId, shuffle } = useWatch<StoryboardValues>() as StoryboardValues
  const values = useWatch({ control, name: 'items' }) as readonly Item[]
  const items = list.fields.map(({ key }, index) => ({ ...values[index], key }))
  const stories = useStories(items)
  const inner = items.flatMap(({ storyboardId }) => stories.find(({ id }) => id === storyboardId) ?? [])
  const { pages } = usePagesById(type, [
    ...items.map(pageIdOf),
    ...inner.flatMap((story) => contentsOf(story, stories).pageIds),
  ])
  const size = sizeOf(type, items, pages) ?? inner[0]
  const playback = usePlayback({ items, pages, mode, nesting: { type, shuffle, stories } })
  useSpace(playback.toggle)
  const adding = useAdding({ type, size, organizationId, list })
  const history = useFormHistory()
  return (
    <>
      <div className={styles.columns}>
        <div className={styles.shelf}>
          <PageShelf
            type={type}
            size={size}
            organizationId={organizationId}
            ownId={storyboard?.id}
            onAdd={(page) => adding.add([page])}
            onAddStory={adding.addStory}
          />
        </div>
        <Player
          playback={playback}
          blank={items.length === 0 ? t('storyboards.noPages') : ''}
          size={storyboard}
        />
        <div className={styles.timeline}>
          <Timeline
            type={type}
            items={items}
            list={list}
            pages={pages}
            stories={stories}
            shuffle={shuffle}
            size={size}
            playback={playback}
            history={history}
            onAdd={adding.open}
            onAddSlot={adding.addSlot}
            onReplace={adding.replace}
          />
        </div>
        <StoryFields type={type} isNew={!storyboard} count={items.length} />
      </div>
      {adding.dialog}
    </>
  )
}

/** Name, organization, mode, and idle time. */
function StoryFields({ type, isNew, count }: { type: StoryboardType; isNew: boolean; count: number }) {
  const { t } = useTranslation()
  const isSuperAdmin = useSession(({ profile }) => profile?.role === ROLES.superAdmin)
  const { control, setValue } = useFormContext<StoryboardValues>()
  const mode = useWatch({ control, name: 'mode' }) ?? 'AUTO'
  const shuffle = useWatch({ control, name: 'shuffle' }) ?? false
  return (
    <div className={styles.facts}>
      <TextField name="name" label={t('storyboards.name')} required />
      {isSuperAdmin && isNew && <OrganizationField />}
      <RadioField
        name="mode"
        label={t('storyboards.mode')}
        choices={(['AUTO', 'DEFAULT'] as const).map((value) => ({
          value,
          label: t(`storyboards.modes.${value}`),
          text: t(`storyboards.modeTexts.${value}`),
        }))}
      />
      {mode === 'AUTO' && (
        <Checkbox
          label={t('storyboards.shuffle')}
          description={t('storyboards.shuffleHelp')}
          checked={shuffle}
          onChange={(event) => setValue('shuffle', event.currentTarget.checked, { shouldDirty: true })}
        />
      )}
      <NumberField
        name="idleSeconds"
        label={t('storyboards.idle')}
        hint={t('storyboards.idleHelp')}
        min={5}
        max={86_400}
      />
      <AudioField />
      {type === 'designed' && mode === 'DEFAULT' && count > 1 && (
        <div className={styles.hint} role="note">
          <p>{t('storyboards.onlyFirst', { count })}</p>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => setValue('mode', 'AUTO', { shouldDirty: true })}
          >
            {t('storyboards.chooseAuto')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Space toggles playback unless the focused element uses it. */
function useSpace(toggle: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event
      const taken =
        target instanceof Element &&
        target.closest('input, textarea, select, button, a, [role], [contenteditable]') !== null
      if (event.code !== 'Space' || event.defaultPrevented || taken) return
      event.preventDefault()
      toggle()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}
