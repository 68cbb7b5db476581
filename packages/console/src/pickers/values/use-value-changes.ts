import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Impact } from '@vitrine/contract/api/base/impact'
import type { ValueChange } from '@vitrine/contract/api/screens/screen-values'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { ApiError } from '#lib/server/transport.ts'
import { screenValuesKey } from '#queries/screen-values.ts'
import { useRuleText } from '#ui/form/rule-text.ts'
import { useWrite } from '#ui/work/use-write.ts'

export type Place = Pick<ValueChange, 'of' | 'id' | 'fieldId'>

const keyOf = ({ of, id, fieldId }: Place) => `${of} ${id} ${fieldId}`

/** Unsaved values, what saving them would change on screens, and their errors. */
export function useValueChanges() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const ruleText = useRuleText()
  const [changes, setChanges] = useState<ReadonlyMap<string, ValueChange>>(new Map())
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const list = [...changes.values()]
  const { data: impact } = useQuery({
    queryKey: [...screenValuesKey, 'impact', list],
    queryFn: async (): Promise<Impact | null> =>
      (await api.screenValues.save({ query: { dryRun: 'true' }, body: { changes: list } })).impact ?? null,
    enabled: list.length > 0,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const write = useWrite({
    write: api.screenValues.save,
    done: 'screenValues.saved',
    failed: 'screenValues.failed',
    invalidates: [screenValuesKey],
  })
  const clear = () => {
    setChanges(new Map())
    setErrors(new Map())
  }
  return {
    count: list.length,
    impact: list.length > 0 ? impact : undefined,
    /** The unsaved value; undefined if it is unchanged. */
    valueOf: (place: Place) => changes.get(keyOf(place))?.value,
    errorOf: (place: Place) => errors.get(keyOf(place)),
    /** `stored`: the value that it has; setting that again is no change. */
    set: (all: readonly (ValueChange & { stored: string })[]) => {
      setErrors(new Map())
      setChanges((before) => {
        const after = new Map(before)
        for (const { stored, ...change } of all)
          if (change.value === stored) after.delete(keyOf(change))
          else after.set(keyOf(change), change)
        return after
      })
    },
    clear,
    save: async () => {
      try {
        await write({ body: { changes: list } })
        await client.invalidateQueries({ queryKey: screenValuesKey })
        clear()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const wrong = Object.entries(error.errors).flatMap(([path, message]) => {
          const change = list[Number(path.split('.')[1])]
          return change ? [[keyOf(change), ruleText(message, t('screenValues.value'))] as const] : []
        })
        setErrors(new Map(wrong))
      }
    },
  }
}

export type ValueChanges = ReturnType<typeof useValueChanges>
