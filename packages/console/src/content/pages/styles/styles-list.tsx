import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { STYLE_FIELDS, type Style, textStyleOf } from '@vitrine/contract/api/content/styles'
import { STYLE_KINDS, type StyleKind } from '@vitrine/contract/document/style-kinds'
import { defaultsOf } from '@vitrine/contract/fields/values'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnFonts } from '#content/pages/host/use-own-fonts.ts'
import { api } from '#lib/api.ts'
import { useOrganizationId } from '#lib/session/view-as.ts'
import { styledKeys, stylesKey, stylesQuery } from '#queries/styles.ts'
import { useTemplateOwner } from '#queries/templates.ts'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { useKeptFocus } from '#ui/list/use-kept-focus.ts'
import { RecordView } from '#ui/page/record-view.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { useAction } from '#ui/work/use-write.ts'
import { StyleDialog } from './style-dialog.tsx'
import type { StyleDraft } from './style-form.tsx'
import { StyleSample } from './style-sample.tsx'
import sheet from './styles.module.css'
import { suggestedStyles } from './suggested-styles.ts'
import { useLoadedFonts } from './use-loaded-fonts.ts'
import { usesTexts } from './uses-text.ts'

/** All styles of the organization: adding, editing, and deleting them. */
export function StylesList() {
  const { t } = useTranslation()
  const organizationId = useOrganizationId()
  const query = useQuery(stylesQuery(organizationId))
  const [draft, setDraft] = useState<StyleDraft>()
  useLoadedFonts(query.data, useOwnFonts())
  const deletion = useDeletion<Style>({
    remove: ({ id }) => api.styles.remove({ params: { id }, query: {} }),
    name: ({ name }) => name,
    failed: 'errors.deleteStyle',
    invalidates: styledKeys,
    find: async ({ id }) => {
      const { uses } = await api.styles.remove({ params: { id }, query: { dryRun: 'true' } })
      return { warnings: [...usesTexts(t, uses), ...(uses.pages.total > 0 ? [t('styles.keepLook')] : [])] }
    },
  })
  return (
    <div className={sheet.list}>
      <RecordView query={query}>
        {(all) =>
          STYLE_KINDS.map((kind) => (
            <Kind
              key={kind}
              kind={kind}
              all={all.filter((style) => style.kind === kind)}
              onEdit={setDraft}
              onDelete={deletion.ask}
            />
          ))
        }
      </RecordView>
      <StyleDialog draft={draft} onClose={() => setDraft(undefined)} />
      {deletion.dialog}
    </div>
  )
}

interface KindProps {
  kind: StyleKind
  all: readonly Style[]
  onEdit: (draft: StyleDraft) => void
  onDelete: (style: Style) => void
}

function Kind({ kind, all, onEdit, onDelete }: KindProps) {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'layouts')
  const list = useRef<HTMLUListElement>(null)
  const keepsFocus = useKeptFocus(list, all)
  const title = t(`styles.titles.${kind}`)
  return (
    <section className={sheet.kind} aria-label={title}>
      <div className={sheet.head}>
        <h3>{title}</h3>
        {mayWrite && (
          <Button size="compact-sm" variant="default" onClick={() => onEdit(newStyle(kind))}>
            {t(`styles.add.${kind}`)}
          </Button>
        )}
      </div>
      {all.length === 0 ? (
        <Empty kind={kind} mayWrite={mayWrite} />
      ) : (
        <ul ref={list} className={sheet.rows} aria-label={title} {...keepsFocus}>
          {all.map((style) => (
            <li key={style.id} data-key={style.id}>
              <StyleSample style={style} />
              {style.kind === 'text' && <small dir="ltr">{sizeOf(style)}</small>}
              {mayWrite && (
                <div className={sheet.buttons}>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t('styles.editName', { name: style.name })}
                    onClick={() => onEdit(style)}
                  >
                    {t('styles.change')}
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t('styles.deleteName', { name: style.name })}
                    onClick={() => onDelete(style)}
                  >
                    {t('styles.delete')}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const sizeOf = ({ value }: Style) => (typeof value === 'string' ? '' : `${String(value.size)} px`)

const newStyle = (kind: StyleKind): StyleDraft => {
  const { value } = defaultsOf(STYLE_FIELDS[kind])
  return { kind, name: '', value: typeof value === 'string' ? value : textStyleOf({ ...value }) }
}

/** Offers a few styles to start with. */
function Empty({ kind, mayWrite }: { kind: StyleKind; mayWrite: boolean }) {
  const { t } = useTranslation()
  const organizationId = useOrganizationId()
  const offered = suggestedStyles(t, kind, useTemplateOwner())
  const add = useAction({
    write: async () => {
      for (const body of offered) await api.styles.create({ body: { ...body, organizationId } })
    },
    done: 'styles.suggestionsAdded',
    failed: 'errors.createStyle',
    invalidates: [stylesKey],
  })
  return (
    <div className={sheet.empty}>
      <p>{t(`styles.none.${kind}`)}</p>
      {mayWrite && (
        <>
          <ul className={sheet.offered} aria-label={t('styles.suggestions')}>
            {offered.map((style) => (
              <li key={style.name}>
                <StyleSample style={style} />
              </li>
            ))}
          </ul>
          <Button size="compact-sm" variant="default" onClick={() => void add(undefined)}>
            {t('styles.addSuggestions')}
          </Button>
        </>
      )}
    </div>
  )
}
