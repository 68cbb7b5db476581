import { MonitorIcon } from '@phosphor-icons/react/dist/csr/Monitor'
import type { ScreenRule } from '@vitrine/contract/schedule/screen-rule'
import { useTranslation } from 'react-i18next'
import { SettingButton } from '#ui/form/fields/setting-button.tsx'
import { lazyPart } from '#ui/late/lazy-part.tsx'
import { ruleWords } from './rule-text.ts'
import { usePlaceName } from './use-place-names.ts'

const RuleForm = lazyPart(async () => (await import('./rule-form.tsx')).RuleForm)

interface RuleButtonProps {
  /** The name of the page or time slot. */
  name: string
  /** Its place in the form, as in the answer of the check. */
  index: number
  rule: ScreenRule | undefined
  error?: string | undefined
  onChange: (rule: ScreenRule | undefined) => void
}

/** Shows on which screens a page or slot plays, and opens a form for it. */
export function RuleButton({ name, index, rule, error, onChange }: RuleButtonProps) {
  const { t } = useTranslation()
  const words = ruleWords(t, rule, usePlaceName(rule))
  return (
    <SettingButton
      icon={MonitorIcon}
      title={t('screenRules.title')}
      label={t('screenRules.of', { name })}
      isSet={words !== ''}
      isWrong={error !== undefined}
      words={words}
      hasNames
    >
      {(close) => (
        <RuleForm
          index={index}
          rule={rule}
          error={error}
          onChange={onChange}
          onRemove={() => {
            onChange(undefined)
            close()
          }}
        />
      )}
    </SettingButton>
  )
}
