import type { Impact } from '@vitrine/contract/api/base/impact'
import type { StoredLayer } from '@vitrine/contract/api/playback/manifest'
import { NO_TRAITS, playsOn } from '@vitrine/contract/schedule/screen-rule'
import type { Plays } from './impact.ts'

type Change = NonNullable<Impact['layers']>[number]

const textOf = (layer: StoredLayer | undefined) => JSON.stringify(layer)

/** The layers that a save adds to a group, changes, or removes, each with the number of screens on which it shows or did. */
export function layerChanges(
  groupId: string,
  { before, after }: { before: Plays; after: Plays },
): Pick<Impact, 'layers'> {
  const layersIn = ({ schedules }: Plays) =>
    new Map((schedules.get(groupId)?.layers ?? []).map((layer) => [layer.name, layer]))
  const [was, is] = [layersIn(before), layersIn(after)]
  const layers = [...new Set([...is.keys(), ...was.keys()])].flatMap((name): Change[] => {
    const [old, now] = [was.get(name), is.get(name)]
    if (textOf(old) === textOf(now)) return []
    const { screens: rule } = now ?? old ?? {}
    const { screens, traits } = now ? after : before
    const matching = screens.filter(({ id }) => playsOn(rule, traits.get(id) ?? NO_TRAITS))
    return [{ name, change: old ? (now ? 'changed' : 'removed') : 'added', screens: matching.length }]
  })
  return layers.length > 0 ? { layers } : {}
}
