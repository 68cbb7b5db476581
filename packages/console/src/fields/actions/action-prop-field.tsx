import { Select } from '@mantine/core'
import type { ActionProp } from '@vitrine/contract/fields/actions'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MediaThumb } from '#fields/controls/media-thumb.tsx'
import { NumberInput } from '#ui/form/fields/number-input.tsx'
import { pictured } from '#ui/screen/pictured.tsx'
import { type ActionDraft, withLayout, withZone } from './action-draft.ts'
import type { ActionsHost, Named } from './actions-host.ts'

export interface InputProps {
  label: string
  withAsterisk: boolean
  error: string | undefined
  onBlur: () => void
}

interface PropFieldProps {
  prop: ActionProp
  draft: ActionDraft
  setDraft: (change: (before: ActionDraft) => ActionDraft) => void
  host: ActionsHost
  shared: (name: keyof ActionDraft, label: string) => InputProps
}

export function PropField({ shared, ...props }: PropFieldProps): ReactNode {
  const { t } = useTranslation()
  const { prop } = props
  const input = shared(prop, t(`actions.form.${prop}`))
  if (prop === 'layoutName' || prop === 'layoutId') return <LayoutField {...props} input={input} />
  if (prop === 'mediaZoneId' || prop === 'mediaOrder') return <ZoneField {...props} input={input} />
  const { draft, setDraft, host } = props
  const set = (change: Partial<ActionDraft>) => setDraft((before) => ({ ...before, ...change }))
  if (prop === 'layoutOrder')
    return (
      <NumberInput
        {...input}
        min={1}
        allowDecimal={false}
        value={draft.layoutOrder}
        onChange={(layoutOrder) => set({ layoutOrder })}
      />
    )
  return (
    <Select
      {...input}
      {...pictured(host.pictures?.storyboard, draft.storyboardId)}
      searchable
      data={choices(host.storyboards)}
      value={draft.storyboardId || null}
      nothingFoundMessage={t('fields.noMatch')}
      allowDeselect={false}
      onChange={(id) => set({ storyboardId: id ?? '' })}
    />
  )
}

const choices = (list: readonly Named[]) => list.map(({ id, name }) => ({ value: id, label: name }))

type PartProps = Omit<PropFieldProps, 'shared'> & { input: InputProps }

/** A layout, by name or id. */
function LayoutField({ prop, draft, setDraft, host, input }: PartProps) {
  const { t } = useTranslation()
  if (prop === 'layoutName')
    return (
      <Select
        {...input}
        {...pictured(layoutNamed(host), draft.layoutName)}
        searchable
        data={[...new Set([...host.layouts.map(({ name }) => name), draft.layoutName])].filter(Boolean)}
        value={draft.layoutName || null}
        nothingFoundMessage={t('fields.noMatch')}
        allowDeselect={false}
        onChange={(layoutName) => setDraft((before) => ({ ...before, layoutName: layoutName ?? '' }))}
      />
    )
  return (
    <Select
      {...input}
      {...pictured(layoutOf(host), draft.layoutId || CURRENT)}
      searchable
      data={host.layouts.map(({ id, name }) => ({
        value: id || CURRENT,
        label: id === '' ? t('actions.form.thisLayout', { name }) : name,
      }))}
      value={draft.layoutId || CURRENT}
      allowDeselect={false}
      onChange={(chosen) => {
        const id = chosen === CURRENT ? '' : (chosen ?? '')
        if (id !== '') host.needLayout?.(id)
        setDraft((before) => withLayout(before, id))
      }}
    />
  )
}

/** A media zone of the chosen layout, or one of its media. */
function ZoneField({ prop, draft, setDraft, host, input }: PartProps) {
  const { t } = useTranslation()
  const zones = host.zones(draft.layoutId)
  if (prop === 'mediaZoneId')
    return (
      <Select
        {...input}
        data={choices(zones ?? [])}
        value={draft.mediaZoneId || null}
        placeholder={zones?.length === 0 ? t('actions.form.noZones') : undefined}
        allowDeselect={false}
        onChange={(id) => setDraft((before) => withZone(before, id ?? ''))}
      />
    )
  const entries = zones?.find(({ id }) => id === draft.mediaZoneId)?.entries ?? []
  return (
    <Select
      {...input}
      {...pictured((order) => <MediaThumb item={entries[Number(order) - 1]} />, String(draft.mediaOrder))}
      data={entries.map((item, index) => ({
        value: String(index + 1),
        label: item ? `${index + 1} · ${item.name}` : String(index + 1),
      }))}
      value={draft.mediaOrder === '' ? null : String(draft.mediaOrder)}
      allowDeselect={false}
      onChange={(mediaOrder) => setDraft((before) => ({ ...before, mediaOrder: mediaOrder ?? '' }))}
    />
  )
}

/** Pictures of layouts by name; the first one if several share a name. */
const layoutNamed = ({ pictures, layouts }: ActionsHost) =>
  pictures && ((name: string) => pictures.layout(layouts.find((layout) => layout.name === name)?.id ?? GONE))

const layoutOf = ({ pictures }: ActionsHost) =>
  pictures && ((value: string) => pictures.layout(value === CURRENT ? '' : value))

/** A value for a deleted layout: the empty id is the layout being edited. */
const GONE = 'gone'
/** A value for the layout being edited, because a select can't represent its empty id. */
const CURRENT = 'current'
