import { Select } from '@mantine/core'
import { StorefrontIcon } from '@phosphor-icons/react/dist/csr/Storefront'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { LocalPlace } from '@vitrine/contract/api/content/local-content'
import { useTranslation } from 'react-i18next'
import { localPlacesQuery, localSlotsQuery } from '#queries/local-content.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Page } from '#ui/page/page.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import styles from './local.module.css'
import { SlotCard } from './slot-card.tsx'

interface Choice {
  value: string
  label: string
  mayFill: boolean
}

const choicesOf = (places: readonly LocalPlace[]): Choice[] =>
  places.flatMap(({ id, name, mayFill, floors }) => [
    { value: id, label: name, mayFill },
    ...floors.map((floor) => ({
      ...{ value: floor.id, label: `${name} · ${floor.name}`, mayFill: floor.mayFill },
    })),
  ])

/** What the local slots of storyboards show at a place. */
export function LocalContentPage() {
  const { t } = useTranslation()
  const query = useQuery(localPlacesQuery())
  return (
    <Page title={t('local.title')} intro={t('local.intro')} width="text">
      <RecordView query={query}>
        {(places) =>
          places.length > 0 ? (
            <AtPlace choices={choicesOf(places)} />
          ) : (
            <EmptyState icon={StorefrontIcon} title={t('local.noPlaces')} text={t('local.noPlacesText')} />
          )
        }
      </RecordView>
    </Page>
  )
}

function AtPlace({ choices }: { choices: readonly Choice[] }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { place: wanted } = useSearch({ from: '/app/local-content' })
  const place =
    choices.find(({ value }) => value === wanted) ?? choices.find(({ mayFill }) => mayFill) ?? choices[0]
  if (!place) return null
  return (
    <>
      <Select
        label={t('local.place')}
        className={styles.place}
        data={choices.map(({ value, label }) => ({ value, label }))}
        value={place.value}
        searchable
        allowDeselect={false}
        onChange={(value) => value && void navigate({ to: '/app/local-content', search: { place: value } })}
      />
      <Slots key={place.value} placeId={place.value} mayFill={place.mayFill} />
    </>
  )
}

function Slots({ placeId, mayFill }: { placeId: string; mayFill: boolean }) {
  const { t } = useTranslation()
  const query = useQuery(localSlotsQuery(placeId))
  return (
    <RecordView query={query}>
      {(slots) =>
        slots.length > 0 ? (
          <ul className={styles.slots}>
            {slots.map((placed) => (
              <li key={`${placed.storyboardId} ${placed.slot.id}`}>
                <SlotCard
                  // What someone else saved takes the place of the form.
                  key={placed.content?.version ?? 0}
                  placed={placed}
                  placeId={placeId}
                  mayFill={mayFill}
                />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState icon={StorefrontIcon} title={t('local.noSlots')} text={t('local.noSlotsText')} />
        )
      }
    </RecordView>
  )
}
