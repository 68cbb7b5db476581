import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Impact } from '@vitrine/contract/api/base/impact'
import { useFormState, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import styles from './impact.module.css'
import { impactText, layersText, missingText } from './impact-text.ts'

const Examples = lazyPart(async () => (await import('./impact-examples.tsx')).ImpactExamples)

const MisfitsList = lazyPart(async () => (await import('./misfits.tsx')).Misfits)

/** Typing shouldn't ask for each letter. */
const PAUSE_MS = 400

/** A dry run of the save; undefined if it can't be saved as it is. */
export type AskImpact = () => Promise<Impact | undefined>

interface ImpactLineProps {
  /** What would be saved: a change asks again. */
  of: unknown
  ask: AskImpact | undefined
}

/** What a save would change on screens, with pictures; nothing until that is known, or if the save would be refused. */
export function ImpactLine({ of, ask }: ImpactLineProps) {
  const { t } = useTranslation()
  const [settled] = useDebouncedValue(JSON.stringify(of), PAUSE_MS)
  const { data: impact } = useQuery({
    queryKey: ['impact', settled],
    queryFn: async () => (await ask?.()) ?? null,
    enabled: ask !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  if (!impact || !ask) return null
  const missing = missingText(t, impact.missing)
  return (
    <div role="status" className={styles.impact}>
      <p data-tone={impact.nothing !== null || undefined}>{impactText(t, impact) ?? t('impact.none')}</p>
      {impact.layers && <p>{layersText(t, impact.layers)}</p>}
      {missing && <p data-tone>{missing}</p>}
      {impact.misfits && impact.misfits.length > 0 && (
        <Waiting quiet>
          <MisfitsList misfits={impact.misfits} />
        </Waiting>
      )}
      {impact.examples.length > 0 && (
        <Waiting quiet>
          <Examples examples={impact.examples} />
        </Waiting>
      )}
    </div>
  )
}

/** The same below the fields of a form, once something in it was changed. */
export function FormImpact({ ask }: { ask: AskImpact | undefined }) {
  const { isDirty } = useFormState()
  const values = useWatch()
  return isDirty ? <ImpactLine of={values} ask={ask} /> : null
}
