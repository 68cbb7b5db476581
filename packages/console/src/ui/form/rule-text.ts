import { parseRule } from '@vitrine/contract/rules'
import { useTranslation } from 'react-i18next'

/** The text of a schema message; a message that isn't a rule means that the field is invalid. */
export function useRuleText(): (message: string | undefined, label: string) => string {
  const { t } = useTranslation()
  return (message = '', label) => {
    const { rule, n = '' } = parseRule(message) ?? { rule: 'invalid' }
    return t(`validation.${rule}`, { field: label, n })
  }
}
