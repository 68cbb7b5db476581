import { SegmentedControl } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import {
  GTFS_INTERVAL_MIN,
  SOURCE_INTERVALS,
  SOURCE_KINDS,
  SourceInput,
  type SourceKind,
} from '@vitrine/contract/api/data/sources'
import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { suggestedZone, zoneChoices } from '#lib/text/time-zone.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { NumberField } from '#ui/form/fields/choice-fields.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useCan } from '#ui/work/use-can.ts'
import { useNavigateAfterSave } from '#ui/work/use-navigate-after-save.ts'
import type { Sheet } from './api.ts'
import { FileField } from './file-field.tsx'
import { SourcePreview } from './source-preview.tsx'

type Values = z.input<typeof SourceInput>

interface SourceFormProps {
  /** The id of an existing source. */
  id?: string
  /** False if the rows are shown elsewhere, until another file or address is chosen. */
  showsRows?: boolean
  values: Values
  /** A file that was dropped elsewhere, for a new source. */
  offered?: Sheet
  onSubmit: (input: SourceInput) => Promise<unknown>
  onReload?: () => void
}

export const emptySource = (): Values => ({
  name: '',
  kind: 'csv',
  url: '',
  path: '',
  sheet: '',
  stop: '',
  timezone: suggestedZone(),
  days: 30,
  every: 15,
})

/** The form of a data source, with a live preview; navigates to the list after saving. */
export function SourceForm({ id, showsRows = true, values, offered, onSubmit, onReload }: SourceFormProps) {
  const { t } = useTranslation()
  const continueTo = useNavigateAfterSave()
  const state = useEntityForm(SourceInput, values)
  const { setValue } = state.form
  useEffect(() => {
    if (!offered) return
    setValue('name', offered.name, { shouldDirty: true })
    setValue('kind', offered.kind, { shouldDirty: true })
    setValue('file', offered.file, { shouldDirty: true, shouldValidate: true })
  }, [setValue, offered])
  const mayWrite = useCan('write', 'media')
  const navigate = useNavigate()
  const list = { to: '/app/media-library/sources' } as const
  return (
    <EntityForm
      state={state}
      onSubmit={async (input) => {
        await onSubmit(input)
        await continueTo(list)
      }}
      onCancel={() => void navigate(list)}
      onReload={onReload}
      readOnly={!mayWrite}
    >
      <TextField name="name" label={t('sources.name')} hint={t('sources.nameHint')} required />
      <Origin isStored={id !== undefined && values.url === ''} startsWithFile={offered !== undefined} />
      <SourcePreview id={id} mayRead={mayWrite} showsStored={showsRows} />
    </EntityForm>
  )
}

const FILES: Partial<Record<SourceKind, string>> = {
  csv: '.csv,.tsv,.txt,text/csv',
  xlsx: '.xlsx',
  ical: '.ics,text/calendar',
}

/** The kind and its fields. `isStored`: the source has an uploaded file. */
function Origin({ isStored, startsWithFile }: { isStored: boolean; startsWithFile: boolean }) {
  const { t } = useTranslation()
  const { setValue, getValues } = useFormContext<Values>()
  const kind = useWatch({ name: 'kind' }) as SourceKind
  const [wantsFile, setWantsFile] = useState(isStored || startsWithFile)
  const accept = FILES[kind]
  const byFile = wantsFile && accept !== undefined
  const change = (toFile: boolean) => {
    setWantsFile(toFile)
    if (toFile) setValue('url', '', { shouldDirty: true })
    else setValue('file', undefined, { shouldDirty: true })
  }
  return (
    <>
      <SelectField
        name="kind"
        label={t('sources.kind')}
        required
        choices={SOURCE_KINDS.map((value) => ({ value, label: t(`sources.kinds.${value}`) }))}
        onChosen={() => {
          setValue('file', undefined)
          const isTimetable = getValues('kind') === 'gtfs'
          if (isTimetable && Number(getValues('every')) < GTFS_INTERVAL_MIN) setValue('every', 1440)
        }}
      />
      {accept && (
        <SegmentedControl
          aria-label={t('sources.from')}
          value={byFile ? 'file' : 'url'}
          onChange={(next) => change(next === 'file')}
          data={[
            { value: 'url', label: t('sources.byUrl') },
            { value: 'file', label: t('sources.byFile') },
          ]}
        />
      )}
      {byFile ? (
        <FileField accept={accept} isStored={isStored} />
      ) : (
        <TextField
          name="url"
          type="url"
          label={t('sources.url')}
          hint={t(`sources.urlHints.${kind}`)}
          required
        />
      )}
      <Details kind={kind} />
      {!byFile && <Interval least={kind === 'gtfs' ? GTFS_INTERVAL_MIN : 0} />}
    </>
  )
}

function Interval({ least }: { least: number }) {
  const { t } = useTranslation()
  const offered = SOURCE_INTERVALS.filter((value) => value >= least)
  return (
    <SelectField
      name="every"
      label={t('sources.every')}
      choices={offered.map((value) => ({ value, label: t(`sources.intervals.${value}`) }))}
    />
  )
}

/** Fields of certain kinds only. */
function Details({ kind }: { kind: SourceKind }) {
  const { t } = useTranslation()
  const timezone = String(useWatch({ name: 'timezone' }) ?? '')
  return (
    <>
      {kind === 'json' && <TextField name="path" label={t('sources.path')} hint={t('sources.pathHint')} />}
      {kind === 'xlsx' && <TextField name="sheet" label={t('sources.sheet')} hint={t('sources.sheetHint')} />}
      {kind === 'gtfs' && (
        <TextField name="stop" label={t('sources.stop')} hint={t('sources.stopHint')} required />
      )}
      {kind === 'ical' && (
        <SelectField
          name="timezone"
          label={t('sources.timezone')}
          choices={zoneChoices(timezone)}
          searchable
        />
      )}
      {(kind === 'ical' || kind === 'gtfs') && (
        <NumberField name="days" label={t('sources.days')} min={1} max={90} />
      )}
    </>
  )
}
