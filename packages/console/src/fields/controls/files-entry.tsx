import { FunnelIcon } from '@phosphor-icons/react/dist/csr/Funnel'
import type { FilesRule } from '@vitrine/contract/fields/files-rule'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { FieldsHost } from '#fields/control.ts'
import { listText } from '#lib/text/format.ts'
import { SettingButton } from '#ui/form/fields/setting-button.tsx'

/** A new list: of what is new, until people say more. */
export const NEW_FILES: FilesRule = { order: 'newest', most: 10 }

/** `Files tagged Menu, newer than 7 days`. */
export function filesText(t: TFunction, { tags, folderId, kinds, days, name }: FilesRule): string {
  const parts = [
    ...(tags ? [t('listed.parts.tags', { names: listText([...tags], 'disjunction') })] : []),
    ...(folderId === undefined ? [] : [t('listed.parts.folder')]),
    ...(kinds?.length === 1 ? [t(`listed.kinds.${kinds[0] ?? 'image'}`)] : []),
    ...(days === undefined ? [] : [t('listed.parts.days', { count: days })]),
    ...(name === undefined ? [] : [t('listed.parts.name', { name })]),
  ]
  return parts.length > 0 ? t('listed.of', { parts: parts.join(' · ') }) : t('listed.all')
}

interface FilesButtonProps {
  name: string
  rule: FilesRule
  host: FieldsHost
  onChange: (rule: FilesRule) => void
}

/** Opens the form of a list that fills itself. */
export function FilesButton({ name, rule, host: { FilesForm }, onChange }: FilesButtonProps) {
  const { t } = useTranslation()
  if (!FilesForm) return null
  return (
    <SettingButton
      icon={FunnelIcon}
      title={t('listed.title')}
      label={t('listed.edit', { name })}
      isSet
      words=""
    >
      {() => <FilesForm rule={rule} onChange={onChange} />}
    </SettingButton>
  )
}
