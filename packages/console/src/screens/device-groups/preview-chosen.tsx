import { useWatch } from 'react-hook-form'
import type { Choice } from '#ui/form/fields/choice-fields.tsx'
import { PreviewButton } from '#ui/screen/preview-button.tsx'

interface PreviewChosenProps {
  /** The field whose value is a storyboard id. */
  name: string
  choices: readonly Choice[]
  onPreview: (storyboardId: string) => void
}

/** Previews the storyboard selected in a field as screens play it. */
export function PreviewChosen({ name, choices, onPreview }: PreviewChosenProps) {
  const id: unknown = useWatch({ name })
  const chosen = choices.find(({ value }) => value === id)
  return chosen ? <PreviewButton name={chosen.label} onClick={() => onPreview(chosen.value)} /> : <span />
}
