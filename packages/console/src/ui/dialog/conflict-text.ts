import { useTranslation } from 'react-i18next'
import type { ApiError } from '#lib/server/transport.ts'
import { dateText } from '#lib/text/format.ts'

/** Who saved in the meantime and when, if the server knows. */
export function useConflictText(error: ApiError | undefined): string | undefined {
  const { t } = useTranslation()
  if (!error?.conflict) return undefined
  const { by, at } = error.conflict
  return t('form.conflictBy', { name: by, time: dateText(at, 'moment') })
}
