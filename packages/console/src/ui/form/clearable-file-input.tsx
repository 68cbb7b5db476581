import { FileInput, type FileInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Chooses one file. The button that takes it back has a name. */
export function ClearableFileInput({ label, ...input }: FileInputProps & { label: string }) {
  const { t } = useTranslation()
  return (
    <FileInput
      {...input}
      label={label}
      clearable
      clearButtonProps={{ 'aria-label': t('fields.clearColour', { label }) }}
    />
  )
}
