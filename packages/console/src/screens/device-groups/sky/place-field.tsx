import { Button, Checkbox, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Slot } from '@vitrine/contract/api/playback/manifest'
import { readCoordinates } from '@vitrine/contract/fields/coordinates'
import type { SkyPlace } from '@vitrine/contract/schedule/sky'
import { DEFINITIONS } from '@vitrine/widgets/definitions'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFieldTexts } from '#fields/field-texts.ts'
import { api } from '#lib/api.ts'
import { buildingsQuery } from '#queries/buildings.ts'
import { usePlace } from '#queries/templates.ts'
import styles from '#screens/device-groups/schedule.module.css'
import { useFieldError } from '#ui/form/field-error.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useField } from '#ui/form/form-context.ts'

const { prayerCalcMethod } = DEFINITIONS.prayer.fields
const PAUSE_MS = 200
const SHIFTS = [-2, -1, 0, 1, 2] as const

/** Where a schedule's sun and prayers are computed, and how; only shown where slots need it. */
export function PlaceField() {
  const { t } = useTranslation()
  const { setValue } = useFormContext()
  const sky = useWatch({ name: 'sky' }) as SkyPlace | undefined
  const slots = useWatch({ name: 'slots' }) as Slot[]
  const [isOpen, setOpen] = useState(false)
  const set = (change: SkyPlace | undefined) =>
    setValue('sky', change, { shouldDirty: true, shouldValidate: true })
  const isUsed = slots.some(({ fromSky, toSky }) => fromSky || toSky)
  const hasHijri = slots.some(({ hijri }) => hijri)
  if (!sky && !isOpen && !isUsed && !hasHijri)
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<PlusIcon size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('deviceGroups.sky.addPlace')}
      </Button>
    )
  return (
    <div className={styles.dates}>
      <PlaceSelect sky={sky} onChange={set} />
      {sky && <Calculation sky={sky} onChange={set} />}
      {(hasHijri || sky) && <HijriShift />}
      {!isUsed && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<TrashIcon size={16} aria-hidden="true" />}
          onClick={() => {
            set(undefined)
            setOpen(false)
          }}
        >
          {t('deviceGroups.sky.removePlace')}
        </Button>
      )}
    </div>
  )
}

interface PlaceProps<S> {
  sky: S
  onChange: (sky: SkyPlace) => void
}

function Calculation({ sky, onChange }: PlaceProps<SkyPlace>) {
  const { t } = useTranslation()
  const words = useFieldTexts()
  const { isHanafi: _, ...place } = sky
  return (
    <>
      <SelectField
        name="sky.method"
        label={words(prayerCalcMethod.label)}
        choices={prayerCalcMethod.options.map(({ value, label }) => ({ value, label: words(label) }))}
        required
      />
      <Checkbox
        label={t('deviceGroups.sky.hanafi')}
        checked={sky.isHanafi === true}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ ...place, ...(checked && { isHanafi: true as const }) })
        }
      />
    </>
  )
}

/** Months begin with the sighting of the moon: earlier or later than computed. */
function HijriShift() {
  const { t } = useTranslation()
  const { setValue } = useFormContext()
  const shift = useWatch({ name: 'hijriShift' }) as number | undefined
  return (
    <Select
      label={t('deviceGroups.sky.hijriShift')}
      allowDeselect={false}
      data={SHIFTS.map((days) => ({ value: String(days), label: t(`deviceGroups.sky.shift.${days}`) }))}
      value={String(shift ?? 0)}
      onChange={(days) =>
        setValue('hijriShift', Number(days) || undefined, { shouldDirty: true, shouldValidate: true })
      }
    />
  )
}

const CITY = 'city '
const BUILDING = 'building '
const METHOD = 5

/** A building with coordinates, or a city, searched on the server. */
function PlaceSelect({ sky, onChange }: PlaceProps<SkyPlace | undefined>) {
  const { t } = useTranslation()
  const label = t('deviceGroups.sky.place')
  const id = useField('sky', label)
  const error = useFieldError('sky', label)
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed === sky?.name ? '' : typed, PAUSE_MS)
  const { city: own } = usePlace(useWatch({ name: 'timezone' }) as string)
  const cities = useQuery({
    queryKey: ['cities', wanted || own],
    queryFn: async ({ signal }) => {
      const query = { search: wanted || (own ?? '') }
      return (await api.lookups.get({ params: { name: 'cities' }, query }, { signal })).data
    },
    placeholderData: keepPreviousData,
  })
  const buildings = (useQuery(buildingsQuery()).data ?? []).filter(
    ({ name, coordinates }) => coordinates && name.toLowerCase().includes(wanted.toLowerCase()),
  )
  const how = { method: sky?.method ?? METHOD, ...(sky?.isHanafi && { isHanafi: true as const }) }
  const choose = async (value: string | null) => {
    if (value?.startsWith(BUILDING)) {
      const building = buildings.find((each) => BUILDING + each.id === value)
      const at = building && readCoordinates(building.coordinates)
      if (at) onChange({ name: building.name, latitude: at.latitude, longitude: at.longitude, ...how })
    } else if (value?.startsWith(CITY)) {
      const query = { location: value.slice(CITY.length), method: how.method }
      const { prayer } = await api.widgetData.prayer({ query })
      const { place: name, latitude, longitude } = prayer
      if (latitude !== undefined && longitude !== undefined) onChange({ name, latitude, longitude, ...how })
    }
  }
  const current = sky ? [{ value: sky.name, label: sky.name }] : []
  return (
    <Select
      id={id}
      label={label}
      description={t('deviceGroups.sky.placeHint')}
      error={error}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('fields.noMatch')}
      filter={({ options }) => options}
      data={[
        ...current,
        {
          group: t('menu.buildings'),
          items: buildings.map((each) => ({ value: BUILDING + each.id, label: each.name })),
        },
        {
          group: t('deviceGroups.sky.cities'),
          items: (cities.data ?? []).map((each) => ({ value: CITY + each.value, label: each.label })),
        },
      ]}
      value={sky?.name ?? null}
      onSearchChange={setTyped}
      onChange={(value) => void choose(value)}
    />
  )
}
