// The form of exports since version 1.8: `layout.json` with the definitions of regions, playlists, and widgets.
import { Refusal } from '#content/uploads/probing/probe-verdict.ts'
import {
  FOREIGN,
  type ForeignElement,
  type ForeignLayout,
  type ForeignRegion,
  type ForeignWidget,
} from './foreign-layout.ts'
import { idOf, isOn, type Loose, listOf, looseOf, momentOf, numberOf, textOf } from './loose.ts'
import { parsePart } from './parse-part.ts'

type Playlists = ReadonlyMap<number, Loose>

/** `parts`: the json files beside it. */
export function readJson(
  layout: Loose,
  parts: { playlists: unknown[] },
): Omit<ForeignLayout, 'files' | 'sheets'> {
  const definitions = looseOf(layout.layoutDefinitions)
  const names = { ...looseOf(layout.regions), ...looseOf(layout.drawers) }
  const regions = [...listOf(definitions.regions), ...listOf(definitions.drawers)].map(looseOf)
  if (regions.length > FOREIGN.regions) throw new Refusal(`has more than ${FOREIGN.regions} regions`)
  const playlists: Playlists = new Map(
    parts.playlists.map(looseOf).flatMap((each) => {
      const id = idOf(each.playlistId)
      return id === undefined ? [] : [[id, each] as const]
    }),
  )
  const reading = { playlists, left: FOREIGN.widgets }
  return {
    name: textOf(layout.layout || definitions.layout, FOREIGN.name),
    width: numberOf(definitions.width),
    height: numberOf(definitions.height),
    background: textOf(definitions.backgroundColor, 40),
    hasActions: listOf(definitions.actions).length > 0,
    regions: regions.map((region) => regionOf(region, names, reading)),
  }
}

interface Reading {
  playlists: Playlists
  /** Widgets that may follow. */
  left: number
}

function regionOf(region: Loose, names: Loose, reading: Reading): ForeignRegion {
  const options = optionsOf(region.regionOptions)
  const id = textOf(region.tempId || region.regionId)
  return {
    name: textOf(names[id] || region.name, FOREIGN.name),
    x: numberOf(region.left),
    y: numberOf(region.top),
    width: numberOf(region.width),
    height: numberOf(region.height),
    z: numberOf(region.zIndex),
    isDrawer: isOn(region.isDrawer) || region.type === 'drawer',
    hasActions: listOf(region.actions).length > 0,
    hasTransition: (options.transitionType ?? '') !== '',
    widgets: widgetsOf(listOf(looseOf(region.regionPlaylist).widgets), reading, []),
  }
}

/** `path`: the playlists around them; one inside itself is left out. */
function widgetsOf(widgets: readonly unknown[], reading: Reading, path: readonly number[]): ForeignWidget[] {
  const ordered = widgets.map(looseOf).sort((a, b) => numberOf(a.displayOrder) - numberOf(b.displayOrder))
  return ordered.flatMap((widget) => {
    const options = optionsOf(widget.widgetOptions)
    if (widget.type === 'subplaylist') return widgetsOfPlaylists(options, reading, path)
    if (--reading.left < 0) throw new Refusal(`has more than ${FOREIGN.widgets} widgets`)
    const sounds = listOf(widget.audio).flatMap((each) => idOf(looseOf(each).mediaId) ?? [])
    const files = listOf(widget.mediaIds).flatMap((id) => idOf(id) ?? [])
    return [
      {
        kind: textOf(widget.type, 40),
        seconds: Math.max(0, numberOf(widget.duration) || numberOf(widget.calculatedDuration)),
        isOwnLength: !isOn(widget.useDuration),
        from: momentOf(widget.fromDt),
        until: momentOf(widget.toDt),
        files: files.filter((id) => !sounds.includes(id)).slice(0, FOREIGN.files),
        sounds: sounds.slice(0, FOREIGN.files),
        options,
        elements: elementsOf(options.elements ?? ''),
        hasActions: listOf(widget.actions).length > 0,
      },
    ]
  })
}

/** A widget that plays playlists: their widgets, one at a time, in order, and itself if that isn't all of it. */
function widgetsOfPlaylists(
  options: Readonly<Record<string, string>>,
  reading: Reading,
  path: readonly number[],
): ForeignWidget[] {
  const wanted = listOf(parsePart(options.subPlaylists || '[]')).map(looseOf)
  let isWhole = wanted.length > 0
  const found = wanted.flatMap(({ playlistId }) => {
    const id = idOf(playlistId)
    const playlist = id === undefined || path.includes(id) ? undefined : reading.playlists.get(id)
    // Dynamic ones are filled by the system that exported them.
    isWhole &&= playlist !== undefined && !isOn(playlist.isDynamic) && path.length < FOREIGN.levels
    if (id === undefined || !playlist || path.length >= FOREIGN.levels) return []
    return widgetsOf(listOf(playlist.widgets), reading, [...path, id])
  })
  const hasRules =
    isOn(options.cyclePlaybackEnabled) || wanted.some((each) => looseOf(each).spots) || wanted.length > 1
  if (isWhole && !hasRules) return found
  const kind = isWhole ? 'subplaylist' : 'subplaylist-missing'
  const none = { files: [], sounds: [], elements: [], options: {}, hasActions: false }
  return [{ kind, seconds: 0, isOwnLength: true, ...none }, ...found]
}

function optionsOf(list: unknown): Record<string, string> {
  const options: Record<string, string> = Object.create(null)
  for (const each of listOf(list).slice(0, FOREIGN.options).map(looseOf))
    options[textOf(each.option, 60)] = textOf(each.value, each.option === 'elements' ? 200_000 : FOREIGN.text)
  return options
}

/** The parts of a canvas, of which a widget may have several groups. */
function elementsOf(text: string): ForeignElement[] {
  if (text === '') return []
  const parsed = listOf(parsePart(text))
  const all = parsed.flatMap((group) => listOf(looseOf(group).elements)).map(looseOf)
  const shown = all.filter((each) => each.isVisible !== false)
  return shown
    .sort((a, b) => numberOf(a.layer) - numberOf(b.layer))
    .slice(0, FOREIGN.elements)
    .map((each) => ({
      kind: textOf(each.id, 60),
      x: numberOf(each.left),
      y: numberOf(each.top),
      width: numberOf(each.width),
      height: numberOf(each.height),
      rotation: numberOf(each.rotation),
      properties: propertiesOf(each.properties),
      file: idOf(each.mediaId) ?? null,
    }))
}

function propertiesOf(list: unknown): Record<string, string> {
  const properties: Record<string, string> = Object.create(null)
  for (const each of listOf(list).slice(0, FOREIGN.options).map(looseOf))
    properties[textOf(each.id, 60)] = textOf(each.value)
  return properties
}
