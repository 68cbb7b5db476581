import { parseRule } from '@vitrine/contract/rules'
import { useTranslation } from 'react-i18next'

/** Text for a message of a schema; a message that is not a rule (or none at all) says that the field is not valid. */
export function useRuleText(): (message: string | undefined, label: string) => string {
  const { t } = useTranslation()
  return (message = '', label) => {
    const { rule, n = '' } = parseRule(message) ?? { rule: 'invalid' }
    return t(`validation.${rule}`, { field: label, n })
  }
}
