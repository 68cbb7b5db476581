import { Button, FocusTrap, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { contradictionIn, ruleKey, type ScreenRule } from '@vitrine/contract/schedule/screen-rule'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { listText } from '#lib/text/format.ts'
import { ImpactCheck } from '#pickers/impact/impact-check.ts'
import { impactText, missingText } from '#pickers/impact/impact-text.ts'
import { ruleSentence } from './rule-text.ts'
import styles from './rules.module.css'
import { ScreenRuleFields } from './screen-rule-fields.tsx'
import { usePlaces } from './use-place-names.ts'

interface RuleFormProps {
  index: number
  rule: ScreenRule | undefined
  error: string | undefined
  onChange: (rule: ScreenRule | undefined) => void
  onRemove: () => void
}

/** Which screens something plays on: only those with tags and in places, and not those. */
export function RuleForm({ index, rule = {}, error, onChange, onRemove }: RuleFormProps) {
  const { t } = useTranslation()
  const places = usePlaces()
  const wrong = error ?? (contradictionIn(rule) && t('validation.contradiction'))
  const placeName = (id: string) =>
    places.find(({ value }) => value === id)?.label ?? t('screenRules.somePlace')
  return (
    <FocusTrap>
      <Stack gap={12} w={320}>
        <ScreenRuleFields rule={rule} onChange={onChange} />
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
