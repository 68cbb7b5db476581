import { definitionOf, type WidgetType } from '@vitrine/widgets/definitions'
import type { Designer } from '#features/pages/designer/state/store.ts'
import type { Command } from './command.ts'

/** Widget types without a shortcut, for the palette. */
const OTHERS = {
  addPrayer: 'prayer',
  addWeather: 'weather',
  addTicker: 'ticker',
  addNews: 'rss',
  addNote: 'sticky-note',
  addComment: 'comment',
  addTag: 'tag',
  addLink: 'link',
  addDropdown: 'dropdown',
  addRadio: 'radio',
  addCheckbox: 'checkbox',
  addRating: 'rating',
} as const satisfies Record<string, WidgetType>

const add = (type: WidgetType) => (designer: Designer) =>
  designer.add(type, definitionOf(type)?.label ?? type)

export const PAGE = [
  { id: 'save', group: 'page', keys: ['mod+KeyS'], run: (designer) => designer.request('save') },
  { id: 'preview', group: 'page', keys: ['KeyP'], run: (designer) => designer.request('preview') },
  { id: 'search', group: 'page', keys: ['mod+KeyF'], run: (designer) => designer.request('search') },
  { id: 'properties', group: 'page', keys: ['mod+Enter'], run: (designer) => designer.request('properties') },
  { id: 'palette', group: 'page', keys: ['mod+KeyK'], run: (designer) => designer.request('palette') },
  {
    id: 'playOn',
    group: 'page',
    enabled: ({ state }) => state.mayPlay,
    run: (designer) => designer.request('play'),
  },
  { id: 'history', group: 'page', run: (designer) => designer.request('history') },
  { id: 'help', group: 'page', keys: ['shift+Slash'], run: (designer) => designer.request('help') },
  { id: 'addText', group: 'add', keys: ['KeyT'], run: add('text') },
  { id: 'addMediaZone', group: 'add', keys: ['KeyM'], run: add('media-looper') },
  { id: 'addButton', group: 'add', keys: ['KeyB'], run: add('button') },
  { id: 'addClock', group: 'add', keys: ['KeyD'], run: add('date-time') },
  ...(Object.keys(OTHERS) as (keyof typeof OTHERS)[]).map(
    (id) => ({ id, group: 'add', run: add(OTHERS[id]) }) as const,
  ),
] as const satisfies readonly Command[]
