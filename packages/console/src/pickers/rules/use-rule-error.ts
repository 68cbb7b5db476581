import { RULE_PARTS } from '@vitrine/contract/schedule/screen-rule'
import { get, useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useRuleText } from '#ui/form/rule-text.ts'

/** What is wrong with a rule in a form. */
export function useRuleError(path: string): string | undefined {
  const { t } = useTranslation()
  const { errors } = useFormState({ name: path })
  const toText = useRuleText()
  for (const part of RULE_PARTS) {
    const error = get(errors, `${path}.${part}`) as { type?: string; message?: string } | undefined
    if (error?.message)
      return error.type === 'server' ? error.message : toText(error.message, t('screenRules.title'))
  }
  return undefined
}
