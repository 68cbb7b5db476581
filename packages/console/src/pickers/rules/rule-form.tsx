import { Button, FocusTrap, MultiSelect, SegmentedControl, Stack, TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { TAG_LENGTH_MAX } from '@vitrine/contract/api/base/tags'
import {
  contradictionIn,
  RULE_NAMES_MAX,
  ruleKey,
  type ScreenRule,
  tidyRule,
} from '@vitrine/contract/schedule/screen-rule'
import { useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listText } from '#lib/text/format.ts'
import { ImpactCheck } from '#pickers/impact/impact-check.ts'
import { impactText, missingText } from '#pickers/impact/impact-text.ts'
import { tagsQuery } from '#queries/tags.ts'
import { ruleSentence } from './rule-text.ts'
import styles from './rules.module.css'
import { usePlaces } from './use-place-names.ts'

interface RuleFormProps {
  index: number
  rule: ScreenRule | undefined
  error: string | undefined
  onChange: (rule: ScreenRule | undefined) => void
  onRemove: () => void
}

/** Inside the popover, so that choosing doesn't close it. */
const INSIDE = { withinPortal: false } as const
const SCREENS: readonly string[] = ['device', 'device-group', 'floor', 'building']

/** Which screens something plays on: only those with tags and in places, and not those. */
export function RuleForm({ index, rule = {}, error, onChange, onRemove }: RuleFormProps) {
  const { t } = useTranslation()
  const places = usePlaces()
  const set = (change: ScreenRule) => onChange(tidyRule({ ...rule, ...change }))
  const wrong = error ?? (contradictionIn(rule) && t('validation.contradiction'))
  const placeName = (id: string) =>
    places.find(({ value }) => value === id)?.label ?? t('screenRules.somePlace')
  return (
    <FocusTrap>
      <Stack gap={12} w={320}>
        <fieldset className={styles.group}>
          <legend>{t('screenRules.onlyFor')}</legend>
          <WantedTags rule={rule} onChange={set} />
          <PlaceNames part="inPlaces" rule={rule} places={places} onChange={set} />
        </fieldset>
        <fieldset className={styles.group}>
          <legend>{t('screenRules.notFor')}</legend>
          <TagNames
            label={`${t('screenRules.notFor')}: ${t('tags.title')}`}
            value={rule.noTags ?? []}
            onChange={(names) => set({ noTags: names })}
          />
          <PlaceNames part="notInPlaces" rule={rule} places={places} onChange={set} />
        </fieldset>
        <p className={styles.sentence}>{ruleSentence(t, rule, placeName)}</p>
        {wrong ? (
          <p className={styles.warning} role="alert">
            {wrong}
          </p>
        ) : (
          <Matches index={index} rule={rule} />
        )}
        <Button variant="default" size="compact-sm" disabled={ruleKey(rule) === '[]'} onClick={onRemove}>
          {t('screenRules.remove')}
        </Button>
      </Stack>
    </FocusTrap>
  )
}

interface PartProps {
  rule: ScreenRule
  onChange: (change: ScreenRule) => void
}

/** The tags that a screen needs: one of them, or all. */
function WantedTags({ rule, onChange }: PartProps) {
  const { t } = useTranslation()
  const [mode, setMode] = useState<'allTags' | 'anyTags'>(rule.allTags?.length ? 'allTags' : 'anyTags')
  const wanted = [...(rule.allTags ?? []), ...(rule.anyTags ?? [])]
  const choose = (next: typeof mode, names: string[]) => {
    setMode(next)
    onChange({ allTags: [], anyTags: [], [next]: names })
  }
  return (
    <>
      <TagNames
        label={`${t('screenRules.onlyFor')}: ${t('tags.title')}`}
        value={wanted}
        onChange={(names) => choose(mode, names)}
      />
      {wanted.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={t('screenRules.match')}
          data={(['anyTags', 'allTags'] as const).map((value) => ({
            value,
            label: t(`screenRules.${value}`),
          }))}
          value={mode}
          onChange={(next) => choose(next as typeof mode, wanted)}
        />
      )}
    </>
  )
}

interface PlaceNamesProps extends PartProps {
  part: 'inPlaces' | 'notInPlaces'
  places: readonly { value: string; label: string }[]
}

function PlaceNames({ part, rule, places, onChange }: PlaceNamesProps) {
  const { t } = useTranslation()
  const side = t(part === 'inPlaces' ? 'screenRules.onlyFor' : 'screenRules.notFor')
  return (
    <MultiSelect
      aria-label={`${side}: ${t('screenRules.places')}`}
      placeholder={rule[part]?.length ? undefined : t('screenRules.places')}
      data={places}
      value={rule[part] ?? []}
      onChange={(names) => onChange({ [part]: names })}
      maxValues={RULE_NAMES_MAX}
      searchable
      comboboxProps={INSIDE}
    />
  )
}

interface TagNamesProps {
  label: string
  value: string[]
  onChange: (names: string[]) => void
}

/** Tags that screens have, or will have. */
function TagNames({ label, value, onChange }: TagNamesProps) {
  const { t } = useTranslation()
  const { data: known = [] } = useQuery(tagsQuery())
  const names = known.flatMap(({ name, kinds }) =>
    kinds.some((kind) => SCREENS.includes(kind)) ? [name] : [],
  )
  return (
    <TagsInput
      aria-label={label}
      placeholder={value.length === 0 ? t('tags.title') : undefined}
      data={names}
      value={value}
      onChange={onChange}
      maxTags={RULE_NAMES_MAX}
      maxLength={TAG_LENGTH_MAX}
      splitChars={[',', ';']}
      acceptValueOnBlur
      comboboxProps={INSIDE}
    />
  )
}

/** How many screens match, and what saving would change on them. */
function Matches({ index, rule }: Pick<RuleFormProps, 'index'> & { rule: ScreenRule }) {
  const { t } = useTranslation()
  const check = useContext(ImpactCheck)
  const { data: impact } = useQuery({
    queryKey: ['impact', index, ruleKey(rule)],
    queryFn: async () => (await check?.()) ?? null,
    enabled: check !== undefined,
    // Each opening asks again: other pages of the form may have changed.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  if (!impact) return null
  const found = impact.rules.find((each) => each.index === index)
  const changes = impactText(t, impact)
  const missing = missingText(t, impact.missing)
  return (
    <div role="status" className={styles.matches}>
      {found && (
        <p data-tone={found.screens === 0 || undefined}>
          {found.screens === 0
            ? t('screenRules.noMatch', { screens: impact.screens })
            : t('screenRules.matches', { some: found.screens, screens: impact.screens })}
        </p>
      )}
      {impact.unknownTags.length > 0 && (
        <p data-tone>{t('screenRules.unknownTags', { tags: listText(impact.unknownTags) })}</p>
      )}
      {changes && <p data-tone={impact.nothing !== null || undefined}>{changes}</p>}
      {missing && <p data-tone>{missing}</p>}
    </div>
  )
}
