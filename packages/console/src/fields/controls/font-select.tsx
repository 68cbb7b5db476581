import { ActionIcon, Select } from '@mantine/core'
import { UploadSimpleIcon } from '@phosphor-icons/react/dist/csr/UploadSimple'
import { FONT_FAMILIES, FONT_STYLES, type FontStyle } from '@vitrine/contract/fields/font-families'
import { ownFont, ownFontId } from '@vitrine/contract/fields/own-font'
import { searchKey } from '@vitrine/contract/search-key'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldsHost } from '#fields/control.ts'
import formStyles from '#fields/fields.module.css'
import { fontDraws, type OwnFont, weightsText } from '#fields/own-fonts.ts'
import styles from './font-select.module.css'

interface FontSelectProps {
  /** Undefined: several, or the usual one. */
  font: string | undefined
  placeholder: string
  clearable: boolean
  host: FieldsHost
  /** `null` for the usual one. */
  onChange: (font: string | null) => void
}

const STYLES: readonly (FontStyle | 'own')[] = ['own', ...FONT_STYLES]

/** The fonts by style, each drawn in itself, with the organization's own ones first. A search also finds styles. */
export function FontSelect({ font, placeholder, clearable, host, onChange }: FontSelectProps) {
  const { t } = useTranslation()
  const { groups, open, drawsText } = useChoices(font, host)
  const add = async () => {
    const [chosen] = await host.pickMedia({ multiple: false, max: 1, accept: ['font'] })
    if (chosen) onChange(ownFont(chosen.id))
  }
  return (
    <>
      <Select
        className={formStyles.grow}
        size="xs"
        aria-label={t('fields.font')}
        data={groups}
        value={font ?? null}
        placeholder={placeholder}
        searchable
        allowDeselect={false}
        clearable={clearable}
        maxDropdownHeight={360}
        comboboxProps={{ width: 300, position: 'bottom-start' }}
        nothingFoundMessage={t('fields.noMatch')}
        filter={({ options, search }) => matching(options as FontGroups, search)}
        styles={{ input: { fontFamily: font === undefined ? undefined : familyOf(font) } }}
        onDropdownOpen={open}
        onChange={onChange}
        renderOption={({ option: { value, label } }) => (
          <span className={styles.option} data-draws={ownFontId(value) ? '' : drawsText(value)}>
            <span style={{ fontFamily: familyOf(value) }}>{label}</span>
          </span>
        )}
      />
      {host.openFonts && (
        <ActionIcon
          variant="default"
          aria-label={t('fields.addFont')}
          title={t('fields.addFont')}
          onClick={() => void add()}
        >
          <UploadSimpleIcon size={16} aria-hidden="true" />
        </ActionIcon>
      )}
    </>
  )
}

/** The fonts in groups, and what they draw. `font` is among them even if it isn't offered. */
function useChoices(font: string | undefined, host: FieldsHost) {
  const { t } = useTranslation()
  const [own, setOwn] = useState<readonly OwnFont[]>([])
  const nameOf = (value: string) => {
    const id = ownFontId(value)
    if (id === undefined) return value
    const face = own.find((each) => each.id === id)?.face ?? host.media(id)?.face
    if (!face) return t('fields.deletedFont')
    const italic = face.italic ? [t('fields.italic')] : []
    return [face.family, weightsText(face.weights), ...italic].join(' · ')
  }
  const known = [
    ...own.map(({ id }) => ({ name: ownFont(id), style: 'own' as const })),
    ...FONT_FAMILIES.map(({ name, style }) => ({ name, style })),
  ]
  const isOther = font !== undefined && !known.some(({ name }) => name === font)
  const other = isOther ? [{ name: font, style: ownFontId(font) ? ('own' as const) : ('sans' as const) }] : []
  const groups = STYLES.map((style) => ({
    group: t(`fields.fontStyles.${style}`),
    items: [...other, ...known]
      .filter((each) => each.style === style)
      .map(({ name }) => ({ value: name, label: nameOf(name) })),
  })).filter(({ items }) => items.length > 0)
  const drawsText = (name: string) => {
    const { weights, italic } = fontDraws(name, host) ?? {}
    return weights ? [weightsText(weights), ...(italic ? [t('fields.italic')] : [])].join(' ') : ''
  }
  const open = () => void host.openFonts?.().then(setOwn, () => undefined)
  return { groups, open, drawsText }
}

const familyOf = (font: string) => `${JSON.stringify(font)}, var(--font)`

type FontGroups = { group: string; items: { value: string; label: string }[] }[]

/** Groups whose name matches, and matching fonts of others. */
function matching(groups: FontGroups, search: string): FontGroups {
  const wanted = searchKey(search.trim())
  const has = (text: string) => searchKey(text).includes(wanted)
  return groups
    .map(({ group, items }) => ({
      group,
      items: has(group) ? items : items.filter(({ label }) => has(label)),
    }))
    .filter(({ items }) => items.length > 0)
}
