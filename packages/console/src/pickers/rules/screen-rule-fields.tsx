import { MultiSelect, SegmentedControl, TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { TAG_LENGTH_MAX } from '@vitrine/contract/api/base/tags'
import { RULE_NAMES_MAX, type ScreenRule, tidyRule } from '@vitrine/contract/schedule/screen-rule'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tagsQuery } from '#queries/tags.ts'
import styles from './rules.module.css'
import { usePlaces } from './use-place-names.ts'

/** Inside the popover, so that choosing doesn't close it. */
const INSIDE = { withinPortal: false } as const
const SCREENS: readonly string[] = ['device', 'device-group', 'floor', 'building']

interface ScreenRuleFieldsProps {
  rule: ScreenRule
  onChange: (rule: ScreenRule | undefined) => void
}

/** Tags and places of screens: those that a rule is for, and those that it isn't. */
export function ScreenRuleFields({ rule, onChange }: ScreenRuleFieldsProps) {
  const { t } = useTranslation()
  const places = usePlaces()
  const set = (change: ScreenRule) => onChange(tidyRule({ ...rule, ...change }))
  return (
    <>
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
    </>
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
