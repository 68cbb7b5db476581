import { SCREEN_SIZES, type ScreenSize } from '@vitrine/contract/api/content/layouts'
import { DEVICE_TYPES } from '@vitrine/contract/api/screens/devices'
import type { FilledScreen, Filling } from '@vitrine/contract/api/screens/group-rule'
import type { ScreenShape } from '@vitrine/contract/schedule/group-rule'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { listText } from '#lib/text/format.ts'
import { usePlaces } from '#pickers/rules/use-place-names.ts'
import styles from './filling.module.css'

const STATES = ['joins', 'leaves', 'waits', 'pinned', 'other'] as const

/** The screens that a rule moves, and those that it has to leave where they are, with the reasons. */
export function FillingPreview({ filling }: { filling: Filling }) {
  const { t } = useTranslation()
  const { matches, members, hand, screens } = filling
  const counts = [
    t('groupRules.matches', { count: matches }),
    t('groupRules.members', { count: members }),
    ...(hand > 0 ? [t('groupRules.hand', { count: hand })] : []),
  ]
  return (
    <div role="status" className={styles.preview}>
      <p>{counts.join(' · ')}</p>
      {STATES.map(
        (state) =>
          filling[state] > 0 && (
            <Listed
              key={state}
              state={state}
              count={filling[state]}
              screens={screens.filter((screen) => screen.state === state)}
            />
          ),
      )}
    </div>
  )
}

interface ListedProps {
  state: FilledScreen['state']
  count: number
  screens: readonly FilledScreen[]
}

function Listed({ state, count, screens }: ListedProps) {
  const { t } = useTranslation()
  const because = useReasons()
  return (
    <section className={styles.listed} data-tone={state === 'waits' || undefined}>
      <h3>{t(`groupRules.states.${state}`, { count })}</h3>
      <ul>
        {screens.map((screen) => (
          <li key={screen.id}>
            <bdi>{screen.name}</bdi>
            {screen.from?.id !== screen.to?.id && <> · {pathText(t, screen)}</>}
            {screen.because.length > 0 && <small> {because(screen)}</small>}
          </li>
        ))}
        {count > screens.length && <li>{t('groupRules.more', { count: count - screens.length })}</li>}
      </ul>
    </section>
  )
}

const pathText = (t: TFunction, { from, to }: FilledScreen): string => {
  const nameOf = (group: FilledScreen['from']) => group?.name ?? t('devices.groupless')
  return t('groupRules.path', { from: nameOf(from), to: nameOf(to) })
}

/** `tagged Bar and in Tower`; of a screen that no longer matches, what doesn't hold any more. */
function useReasons(): (screen: FilledScreen) => string {
  const { t } = useTranslation()
  const places = usePlaces()
  const placeName = (id: string) =>
    places.find(({ value }) => value === id)?.label ?? t('screenRules.somePlace')
  const textOf = ({ part, names }: FilledScreen['because'][number]): string => {
    if (part === 'inPlaces' || part === 'notInPlaces')
      return t(`screenRules.parts.${part}`, { names: listText(names.map(placeName), 'disjunction') })
    if (part === 'allTags' || part === 'anyTags' || part === 'noTags')
      return t(`screenRules.parts.${part}`, {
        names: listText(names, part === 'allTags' ? 'conjunction' : 'disjunction'),
      })
    const shown = names.map((name) => namedIn(t, part, name))
    return t(`groupRules.because.${part}`, { names: listText(shown, 'disjunction'), count: Number(names[0]) })
  }
  return ({ because, state, to, from }) => {
    const parts = listText(because.map(textOf), 'conjunction')
    const isLeaving = state === 'leaves' || (state === 'waits' && from === null && to === null)
    return isLeaving ? t('groupRules.unmatched', { parts }) : parts
  }
}

function namedIn(t: TFunction, part: FilledScreen['because'][number]['part'], name: string): string {
  if (part === 'types') {
    const key = Object.entries(DEVICE_TYPES).find(([, value]) => String(value) === name)?.[0] ?? 'tv'
    return t(`devices.types.${key as keyof typeof DEVICE_TYPES}`)
  }
  if (part === 'shape') return t(`groupRules.shapes.${name as ScreenShape}`)
  if (part !== 'sizes') return name
  const { width, height } = SCREEN_SIZES[Number(name) as ScreenSize]
  return `${width} × ${height}`
}
