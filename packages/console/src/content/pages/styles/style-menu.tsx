import { Menu, UnstyledButton } from '@mantine/core'
import { CheckIcon } from '@phosphor-icons/react/dist/csr/Check'
import { LinkSimpleIcon } from '@phosphor-icons/react/dist/csr/LinkSimple'
import { useQuery } from '@tanstack/react-query'
import { type Style, textStyleOf } from '@vitrine/contract/api/content/styles'
import type { StyleKind } from '@vitrine/contract/document/style-kinds'
import { isRecord } from '@vitrine/contract/record'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnFonts } from '#content/pages/host/use-own-fonts.ts'
import { useOrganizationId } from '#lib/session/view-as.ts'
import { stylesQuery } from '#queries/styles.ts'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import { useCan } from '#ui/work/use-can.ts'
import type { StyleDraft } from './style-form.tsx'
import { StyleSample } from './style-sample.tsx'
import sheet from './styles.module.css'
import { TEXT_LOOKS, textLook } from './text-looks.ts'
import { useLoadedFonts } from './use-loaded-fonts.ts'

const StyleDialog = lateDialog(async () => {
  const { StyleDialog: Dialog } = (await import('./late-dialogs.ts')).lateDialogs
  return ({ opened, draft, ...props }: DialogProps) => (
    <Dialog {...props} draft={opened ? draft : undefined} />
  )
})
const StylesDialog = lateDialog(async () => (await import('./late-dialogs.ts')).lateDialogs.StylesDialog)

interface DialogProps {
  opened: boolean
  draft: StyleDraft | undefined
  onClose: () => void
  onSaved: (style: Style) => void
}

export interface StyleMenuProps {
  kind: StyleKind
  /** The field's label. */
  label: string
  /** The linked style. */
  linked: string | undefined
  /** The field's value, of which a style can be made. */
  value: unknown
  /** The page, which ready-made letters fit. */
  page: { width: number; height: number }
  /** Null detaches. */
  onLink: (id: string | null) => void
  /** Gives the field a ready-made look, which is no style. */
  onLook: (value: StyleDraft['value']) => void
}

/** Links a field to a style, gives it a ready-made look, makes a style of its value, or sets it free. */
export function StyleMenu(props: StyleMenuProps) {
  const { kind, label, linked, onLink } = props
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [listed, setListed] = useState(false)
  const [draft, setDraft] = useState<StyleDraft>()
  const isNeeded = opened || linked !== undefined
  const { data } = useQuery({ ...stylesQuery(useOrganizationId()), enabled: isNeeded })
  const looks = useLooks(props)
  useLoadedFonts(opened ? data : undefined, useOwnFonts())
  const own = data?.filter((style) => style.kind === kind) ?? []
  const chosen = own.find(({ id }) => id === linked)
  return (
    <div className={sheet.menu}>
      <Menu opened={opened} onChange={setOpened} position="bottom-end" width={260} withinPortal>
        <Menu.Target>
          <UnstyledButton
            className={sheet.target}
            data-linked={chosen !== undefined || undefined}
            aria-label={
              chosen ? t('styles.ofLinked', { label, name: chosen.name }) : t('styles.of', { label })
            }
          >
            {chosen && <LinkSimpleIcon size={12} aria-hidden="true" />}
            <span>{chosen?.name ?? t('styles.style')}</span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown className={sheet.dropdown}>
          {own.map((style) => (
            <Menu.Item
              key={style.id}
              aria-current={style.id === linked || undefined}
              rightSection={style.id === linked && <CheckIcon size={14} aria-hidden="true" />}
              onClick={() => onLink(style.id)}
            >
              <StyleSample style={style} />
            </Menu.Item>
          ))}
          {own.length > 0 && <Menu.Divider />}
          {looks.length > 0 && <Menu.Label>{t('styles.readyMade')}</Menu.Label>}
          {looks.map((look) => (
            <Menu.Item key={look.id} onClick={() => props.onLook(look.value)}>
              <StyleSample style={look} />
            </Menu.Item>
          ))}
          {looks.length > 0 && <Menu.Divider />}
          <Actions {...props} chosen={chosen} onDraft={setDraft} onList={() => setListed(true)} />
        </Menu.Dropdown>
      </Menu>
      <StyleDialog
        opened={draft !== undefined}
        draft={draft}
        onClose={() => setDraft(undefined)}
        onSaved={({ id }) => id !== linked && onLink(id)}
      />
      <StylesDialog opened={listed} onClose={() => setListed(false)} />
    </div>
  )
}

/** Ready-made letters, named in the language of the console. */
function useLooks({ kind, page }: StyleMenuProps) {
  const { t, i18n } = useTranslation()
  if (kind !== 'text') return []
  const isArabic = i18n.language.startsWith('ar')
  return TEXT_LOOKS.map((id) => ({
    ...{ id, kind, name: t(`styles.looks.${id}`), value: textLook(id, page, isArabic) },
  }))
}

interface ActionsProps extends StyleMenuProps {
  chosen: Style | undefined
  onDraft: (draft: StyleDraft) => void
  onList: () => void
}

function Actions({ kind, value, chosen, onLink, onDraft, onList }: ActionsProps) {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'layouts')
  const own = styleValueOf(kind, value)
  return (
    <>
      {mayWrite && own !== undefined && (
        <Menu.Item onClick={() => onDraft({ kind, name: '', value: own })}>{t('styles.saveAs')}</Menu.Item>
      )}
      {mayWrite && chosen && (
        <Menu.Item onClick={() => onDraft(chosen)}>{t('styles.editName', { name: chosen.name })}</Menu.Item>
      )}
      {chosen && <Menu.Item onClick={() => onLink(null)}>{t('styles.detach')}</Menu.Item>}
      <Menu.Item onClick={onList}>{t('styles.all')}</Menu.Item>
    </>
  )
}

/** The value of a style like this field; undefined if the field has no whole one. */
function styleValueOf(kind: StyleKind, value: unknown): StyleDraft['value'] | undefined {
  if (kind === 'color') return typeof value === 'string' && value !== '' ? value : undefined
  return isRecord(value) && value.size !== undefined && value.font !== undefined
    ? textStyleOf(value)
    : undefined
}
