import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { ArrowLeftIcon } from '@phosphor-icons/react/dist/csr/ArrowLeft'
import { ArrowRightIcon } from '@phosphor-icons/react/dist/csr/ArrowRight'
import { DotsSixVerticalIcon } from '@phosphor-icons/react/dist/csr/DotsSixVertical'
import { HandTapIcon } from '@phosphor-icons/react/dist/csr/HandTap'
import { PencilSimpleIcon } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { StorefrontIcon } from '@phosphor-icons/react/dist/csr/Storefront'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import { WarningIcon } from '@phosphor-icons/react/dist/csr/Warning'
import { type Storyboard, type StoryboardType, TRANSITIONS } from '@vitrine/contract/api/content/storyboards'
import type { Condition } from '@vitrine/contract/schedule/conditions'
import type { ScreenRule } from '@vitrine/contract/schedule/screen-rule'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { StoryboardValues } from '#content/storyboards/form/storyboard-values.ts'
import factsStyles from '#content/storyboards/inner/inner.module.css'
import { InnerPicture } from '#content/storyboards/inner/inner-picture.tsx'
import { OrderButton } from '#content/storyboards/inner/order-button.tsx'
import { contentsOf } from '#content/storyboards/inner/sequence.ts'
import { SlotButton } from '#content/storyboards/local/slot-button.tsx'
import type { Playback } from '#content/storyboards/player/use-playback.ts'
import { useSortable } from '#fields/sortable/sortable-provider.tsx'
import { ConditionButton } from '#pickers/conditions/condition-button.tsx'
import { useConditionError } from '#pickers/conditions/use-condition-error.ts'
import { RuleButton } from '#pickers/rules/rule-button.tsx'
import { useRuleError } from '#pickers/rules/use-rule-error.ts'
import { PageThumb } from '#pictures/pages/page-thumb.tsx'
import { documentOf, partIdOf, type StoryPage } from '#queries/pages.ts'
import { useFieldError } from '#ui/form/field-error.ts'
import { NumberInput } from '#ui/form/fields/number-input.tsx'
import { ShowDatesButton } from '#ui/form/fields/show-dates-button.tsx'
import { useField } from '#ui/form/form-context.ts'
import { useDuration } from './duration.ts'
import styles from './timeline.module.css'
import { type Item, placeAfter, type Size, secondsOf } from './timeline.ts'
import { useEditPage } from './use-edit-page.ts'

interface TimelineBlockProps {
  type: StoryboardType
  item: Item & { key: string }
  index: number
  count: number
  page: StoryPage | undefined
  stories: readonly Storyboard[]
  /** The reason it can't play. */
  wrong: 'gone' | 'size' | undefined
  size: Size | undefined
  playback: Playback
  onMove: (to: number) => void
  onReplace: () => void
  onRemove: () => void
}

/** A page of a storyboard; its width is proportional to its duration. */
export function TimelineBlock(props: TimelineBlockProps) {
  const { type, item, index, count, page, stories, size, playback, onMove } = props
  const story = stories.find(({ id }) => id === item.storyboardId)
  const isGone = item.storyboardId !== undefined && stories.length > 0 && !story
  const wrong = isGone ? 'gone' : props.wrong
  const { t } = useTranslation()
  const { ref, handleRef, isDragging } = useSortable({ id: item.key, index })
  const refused = useFieldError(`items.${index}.${partOf(item, type)}`, '')
  const isOpen = item.slot !== undefined && !partIdOf(item)
  const shown = story?.name ?? page?.name ?? (isOpen ? '' : t(wrong ? 'storyboards.gone' : 'overlay.loading'))
  const name = item.slot ? item.slot.name : shown
  const seconds = story ? contentsOf(story, stories).seconds : Number(secondsOf(item)) || 0
  const now = playback.current === item.key
  return (
    <li
      ref={ref}
      className={styles.block}
      style={{ flexGrow: Math.max(1, seconds), '--seconds': `${seconds}s` } as React.CSSProperties}
      data-now={now}
      data-wrong={wrong !== undefined || refused !== undefined}
      data-dragging={isDragging}
      onKeyDown={(event) => {
        if (!event.altKey || !/^(Arrow|Home|End)/.test(event.key)) return
        event.preventDefault()
        const to = placeAfter(event.key, index, count)
        if (to !== undefined) onMove(to)
      }}
    >
      {now && playback.goesOn && <span key={playback.run.visit} className={styles.line} aria-hidden="true" />}
      <div className={styles.title}>
        <span ref={handleRef} className={styles.grip} aria-hidden="true">
          <DotsSixVerticalIcon size={16} />
        </span>
        <span className={styles.number}>{index + 1}</span>
        <span className={styles.name} title={name} dir="auto">
          {name}
        </span>
      </div>
      <Picture {...{ item, index, name, page, story, stories, wrong, playback }} />
      {story && <InnerFacts story={story} stories={stories} />}
      {item.slot && <SlotFacts fallback={isOpen ? undefined : shown} />}
      {(wrong || refused) && (
        <p className={styles.problem} role="alert">
          {wrong === 'size' && page && size
            ? t('storyboards.otherSize', { ...page, wantedWidth: size.width, wantedHeight: size.height })
            : isGone
              ? t('storyboards.goneStory')
              : item.storyboardId
                ? refused
                : t(`storyboards.goneText.${type}`)}
        </p>
      )}
      <BlockFields {...{ item, index, name }} />
      <BlockButtons {...props} name={name} />
    </li>
  )
}

function BlockFields({ item, index, name }: Pick<TimelineBlockProps, 'item' | 'index'> & { name: string }) {
  const { t } = useTranslation()
  return (
    <div className={styles.fields}>
      {!item.storyboardId && <SecondsField index={index} name={name} />}
      <SlotButton index={index} name={t('storyboards.pageNamed', { number: index + 1, name })} />
      <OrderButton index={index} name={t('storyboards.pageNamed', { number: index + 1, name })} />
      <TransitionField index={index} name={name} />
      <DatesField index={index} name={name} />
      <ScreensField index={index} name={name} />
      <WhenField index={index} name={name} />
      <IdleField index={index} name={name} />
    </div>
  )
}

type PictureProps = Pick<TimelineBlockProps, 'item' | 'index' | 'page' | 'stories' | 'wrong' | 'playback'> & {
  name: string
  story: Storyboard | undefined
}

const partOf = ({ storyboardId }: Item, type: StoryboardType) =>
  storyboardId ? 'storyboardId' : type === 'standard' ? 'cardId' : 'layoutId'

/** How many pages a storyboard inside this one has, and how long they take. */
function InnerFacts({ story, stories }: { story: Storyboard; stories: readonly Storyboard[] }) {
  const { t } = useTranslation()
  const duration = useDuration()
  const { pageIds, seconds } = contentsOf(story, stories)
  return (
    <span className={factsStyles.facts}>
      {t('storyboards.total', { count: pageIds.length, time: duration(seconds) })}
    </span>
  )
}

/** What plays in a local slot elsewhere. */
function SlotFacts({ fallback }: { fallback: string | undefined }) {
  const { t } = useTranslation()
  return (
    <span className={factsStyles.facts} dir="auto">
      {fallback === undefined ? t('local.slot.noFallback') : t('local.slot.fallback', { name: fallback })}
    </span>
  )
}

/** The page's thumbnail; a click shows it on the stage, Space plays from it. */
function Picture({ item, index, name, page, story, stories, wrong, playback }: PictureProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.show}>
      {story ? (
        <InnerPicture story={story} stories={stories} />
      ) : page ? (
        <PageThumb document={documentOf(page)} label="" />
      ) : (
        <span className={styles.blank} data-gone={wrong !== undefined || undefined}>
          {wrong ? (
            <WarningIcon size={24} aria-hidden="true" />
          ) : (
            item.slot && <StorefrontIcon size={24} aria-hidden="true" />
          )}
        </span>
      )}
      <button
        type="button"
        data-show
        className={styles.press}
        aria-label={t('storyboards.showPage', { number: index + 1, name })}
        aria-current={playback.current === item.key}
        aria-keyshortcuts="Space Alt+ArrowLeft Alt+ArrowRight"
        onClick={() => playback.show(item.key)}
        onKeyDown={(event) => {
          if (event.code !== 'Space' || (!page && !story)) return
          event.preventDefault()
          playback.playFrom(item.key)
        }}
      />
    </div>
  )
}

/** Buttons to move, edit or replace, and remove the page. */
function BlockButtons(props: TimelineBlockProps & { name: string }) {
  const { type, index, count, page, wrong, name, onMove, onReplace, onRemove } = props
  const { t } = useTranslation()
  const edit = useEditPage(type)
  const place = { number: index + 1, name }
  return (
    <div className={styles.buttons}>
      <ActionIcon
        size={28}
        aria-label={t('storyboards.earlier', place)}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        <ArrowLeftIcon size={16} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        size={28}
        aria-label={t('storyboards.later', place)}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      >
        <ArrowRightIcon size={16} aria-hidden="true" />
      </ActionIcon>
      {page && !wrong ? (
        <ActionIcon size={28} aria-label={t('storyboards.editPage', place)} onClick={() => edit(page)}>
          <PencilSimpleIcon size={16} aria-hidden="true" />
        </ActionIcon>
      ) : (
        <Button size="compact-sm" variant="default" onClick={onReplace}>
          {t(props.item.slot && !page ? 'local.slot.chooseFallback' : 'storyboards.replace')}
        </Button>
      )}
      <ActionIcon size={28} aria-label={t('storyboards.removePage', place)} onClick={onRemove}>
        <TrashIcon size={16} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}

/** The transition from the previous page. */
function TransitionField({ index, name }: { index: number; name: string }) {
  const { t } = useTranslation()
  const path = `items.${index}.transition`
  const id = useField(path, t('storyboards.transition'))
  const { field } = useController({ name: path })
  return (
    <NativeSelect
      id={id}
      ref={field.ref}
      size="xs"
      aria-label={t('storyboards.transitionOf', { number: index + 1, name })}
      data={TRANSITIONS.map((value) => ({ value, label: t(`storyboards.transitions.${value}`) }))}
      value={field.value ?? 'cut'}
      onBlur={field.onBlur}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  )
}

/** The dates between which the page is shown. */
function DatesField({ index, name }: { index: number; name: string }) {
  const { t } = useTranslation()
  const { setValue } = useFormContext<StoryboardValues>()
  const [showFrom, showUntil] = useWatch({
    name: [`items.${index}.showFrom`, `items.${index}.showUntil`],
  }) as (string | undefined)[]
  const label = t('showDates.title')
  useField(`items.${index}.showUntil`, label)
  const error = useFieldError(`items.${index}.showUntil`, label, t('showDates.from'))
  return (
    <>
      <ShowDatesButton
        name={t('storyboards.pageNamed', { number: index + 1, name })}
        dates={{ showFrom, showUntil }}
        onChange={(dates) => {
          for (const key of ['showFrom', 'showUntil'] as const)
            setValue(`items.${index}.${key}`, dates[key], { shouldDirty: true, shouldValidate: true })
        }}
      />
      {error && (
        <p className={styles.problem} role="alert">
          {error}
        </p>
      )}
    </>
  )
}

/** The screens on which the page plays. */
function ScreensField({ index, name }: { index: number; name: string }) {
  const { t } = useTranslation()
  const path = `items.${index}.screens` as const
  const { setValue } = useFormContext<StoryboardValues>()
  const rule = useWatch<StoryboardValues>({ name: path }) as ScreenRule | undefined
  return (
    <RuleButton
      name={t('storyboards.pageNamed', { number: index + 1, name })}
      index={index}
      rule={rule}
      error={useRuleError(path)}
      onChange={(next) => setValue(path, next, { shouldDirty: true, shouldValidate: true })}
    />
  )
}

/** The values while which the page plays. */
function WhenField({ index, name }: { index: number; name: string }) {
  const { t } = useTranslation()
  const path = `items.${index}.when` as const
  const { setValue } = useFormContext<StoryboardValues>()
  const when = useWatch<StoryboardValues>({ name: path }) as Condition | undefined
  const items = useWatch<StoryboardValues>({ name: 'items' }) as StoryboardValues['items']
  return (
    <ConditionButton
      name={t('storyboards.pageNamed', { number: index + 1, name })}
      when={when}
      error={useConditionError(path)}
      isLast={items.every((item, place) => place === index || item.when !== undefined)}
      onChange={(next) => setValue(path, next, { shouldDirty: true, shouldValidate: true })}
    />
  )
}

/** A page's number field: `value` is empty until set, and an emptied field is unset. */
function usePageNumber(path: string, label: string) {
  const id = useField(path, label)
  const error = useFieldError(path, label)
  const { field } = useController({ name: path })
  const value: unknown = field.value
  return {
    id,
    ref: field.ref,
    error,
    value: typeof value === 'number' || typeof value === 'string' ? value : '',
    onBlur: field.onBlur,
    onChange: (next: number | string) => field.onChange(next === '' ? undefined : next),
  }
}

/** The idle time of this page, overriding the storyboard's. */
function IdleField({ index, name }: { index: number; name: string }) {
  const { t } = useTranslation()
  const number = usePageNumber(`items.${index}.idleSeconds`, t('storyboards.idle'))
  const ofStoryboard: unknown = useWatch({ name: 'idleSeconds' })
  // Hidden by default: most storyboards aren't touched.
  if (number.value === '' && typeof ofStoryboard !== 'number') return null
  const label = t('storyboards.idleOf', { number: index + 1, name })
  return (
    <NumberInput
      {...number}
      size="xs"
      aria-label={label}
      title={label}
      leftSection={<HandTapIcon size={14} aria-hidden="true" />}
      leftSectionWidth={26}
      placeholder={typeof ofStoryboard === 'number' ? String(ofStoryboard) : ''}
      suffix={t('storyboards.seconds')}
      min={5}
      max={86_400}
    />
  )
}

/** A page's duration. */
function SecondsField({ index, name }: { index: number; name: string }) {
  const { t } = useTranslation()
  const number = usePageNumber(`items.${index}.duration`, t('storyboards.duration'))
  return (
    <NumberInput
      {...number}
      size="xs"
      aria-label={t('storyboards.durationOf', { number: index + 1, name })}
      suffix={t('storyboards.seconds')}
      min={1}
      max={86_400}
    />
  )
}
