import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { STYLE_FIELDS, type Style, StyleInput } from '@vitrine/contract/api/content/styles'
import type { StyleKind } from '@vitrine/contract/document/style-kinds'
import { createElement, useMemo } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useBoundFieldsHost } from '#content/pages/host/use-bound-fields-host.tsx'
import { controlOf } from '#fields/controls.ts'
import { api } from '#lib/api.ts'
import { useMediaItems } from '#queries/media.ts'
import { styledKeys, stylesKey, stylesQuery } from '#queries/styles.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'
import { StyleSample } from './style-sample.tsx'
import sheet from './styles.module.css'
import { usesTexts } from './uses-text.ts'

/** A style to edit, or the start of a new one. */
export interface StyleDraft
  extends Pick<Style, 'kind' | 'name' | 'value'>,
    Partial<Pick<Style, 'id' | 'version'>> {}

interface StyleFormProps {
  draft: StyleDraft
  organizationId: string | undefined
  onSaved: (style: Style) => void
}

/** A style's name and value. Says on which pages and screens saving it changes something. */
export function StyleForm({ draft, organizationId, onSaved }: StyleFormProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { id, kind, name, value, version } = draft
  const state = useEntityForm(StyleInput, { kind, name, value, version })
  const save = useWrite({
    write: async (body: StyleInput) => {
      if (id === undefined) return (await api.styles.create({ body: { ...body, organizationId } })).style
      return (await api.styles.update({ params: { id }, body })).style
    },
    done: (style: Style) => t('styles.saved', { name: style.name }),
    failed: id === undefined ? 'errors.createStyle' : 'errors.updateStyle',
    invalidates: styledKeys,
  })
  const reload = async () => {
    if (id !== undefined) state.form.reset(valuesOf((await api.styles.get({ params: { id } })).style))
    await client.invalidateQueries({ queryKey: stylesKey })
  }
  return (
    <EntityForm
      state={state}
      submitLabel={id === undefined ? t('styles.create') : undefined}
      onSubmit={async (body) => {
        const style = await save(body)
        // Before the list is loaded again: an editor links to it now.
        client.setQueryData(stylesQuery(organizationId).queryKey, (known) => [
          ...(known ?? []).filter((one) => one.id !== style.id),
          style,
        ])
        onSaved(style)
      }}
      onReload={reload}
    >
      <TextField name="name" label={t('styles.name')} required autoFocus />
      <ValueField kind={kind} />
      {id !== undefined && <Impact id={id} kind={kind} before={value} />}
    </EntityForm>
  )
}

const valuesOf = ({ kind, name, value, version }: Style) => ({ kind, name, value, version })

function ValueField({ kind }: { kind: StyleKind }) {
  const { t } = useTranslation()
  const { field } = useController({ name: 'value' })
  const name = useWatch({ name: 'name' }) as string
  const value = field.value as Style['value']
  const content = useBoundFieldsHost(useMediaItems([]))
  const label = t(`styles.kinds.${kind}`)
  const description = STYLE_FIELDS[kind].value
  const control = createElement(controlOf(description.type).component, {
    ...{ id: 'style-value', label, describedBy: undefined, invalid: false, errors: {}, values: {} },
    // Only fields of pages have actions.
    host: content.host as never,
    field: description as never,
    value: value as never,
    onChange: field.onChange,
    aligned: false,
  })
  return (
    <div className={sheet.value}>
      <label htmlFor="style-value" id="style-value-label" className={sheet.label}>
        {label}
      </label>
      {control}
      <div className={sheet.drawn} dir="auto">
        <StyleSample style={{ kind, name: name || t('styles.sample'), value }} />
      </div>
      {content.dialogs}
    </div>
  )
}

/** Milliseconds after the last change, before the server is asked. */
const ASK_AFTER = 400

/** What saving the form as it is would change. */
function Impact({ id, kind, before }: { id: string; kind: StyleKind; before: Style['value'] }) {
  const { t } = useTranslation()
  const [name, value] = useWatch({ name: ['name', 'value'] }) as [string, Style['value']]
  const [body] = useDebouncedValue(
    useMemo(() => ({ kind, name: name || '-', value }), [kind, name, value]),
    ASK_AFTER,
  )
  const { data } = useQuery({
    queryKey: ['style-impact', id, body],
    queryFn: ({ signal }) =>
      api.styles.update({ params: { id }, query: { dryRun: 'true' }, body }, { signal }),
    retry: false,
    gcTime: 0,
    placeholderData: (last) => last,
  })
  if (!data) return null
  const isSame = JSON.stringify(value) === JSON.stringify(before)
  return (
    <div className={sheet.impact} role="status">
      {data.uses.pages.total > 0 && <strong>{t(isSame ? 'styles.linked' : 'styles.changes')}</strong>}
      {usesTexts(t, data.uses).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  )
}
