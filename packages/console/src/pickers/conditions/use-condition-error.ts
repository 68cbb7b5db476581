import { get, useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useRuleText } from '#ui/form/rule-text.ts'

interface Problem {
  type?: string
  message?: string
}

/** The first message at any depth. */
function firstProblem(errors: unknown): Problem | undefined {
  if (typeof errors !== 'object' || errors === null) return undefined
  const { message } = errors as Problem
  if (typeof message === 'string' && message !== '') return errors as Problem
  for (const [key, each] of Object.entries(errors)) {
    const found = key === 'ref' ? undefined : firstProblem(each)
    if (found) return found
  }
  return undefined
}

/** What is wrong with a condition in a form. */
export function useConditionError(path: string): string | undefined {
  const { t } = useTranslation()
  const { errors } = useFormState({ name: path })
  const toText = useRuleText()
  const found = firstProblem(get(errors, path))
  if (!found?.message) return undefined
  return found.type === 'server' ? found.message : toText(found.message, t('conditions.title'))
}
