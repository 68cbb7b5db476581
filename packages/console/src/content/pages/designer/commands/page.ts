import { definitionOf, type WidgetType } from '@vitrine/widgets/definitions'
import type { Designer } from '#content/pages/designer/state/store.ts'
import type { Command } from './command.ts'

/** The command that adds each widget, in the order of the palette. */
const ADD = {
  text: { id: 'addText', keys: ['KeyT'] },
  'media-looper': { id: 'addMediaZone', keys: ['KeyM'] },
  button: { id: 'addButton', keys: ['KeyB'] },
  'date-time': { id: 'addClock', keys: ['KeyD'] },
  prayer: { id: 'addPrayer' },
  weather: { id: 'addWeather' },
  ticker: { id: 'addTicker' },
  rss: { id: 'addNews' },
  'sticky-note': { id: 'addNote' },
  comment: { id: 'addComment' },
  tag: { id: 'addTag' },
  link: { id: 'addLink' },
  dropdown: { id: 'addDropdown' },
  radio: { id: 'addRadio' },
  checkbox: { id: 'addCheckbox' },
  rating: { id: 'addRating' },
} as const satisfies Record<WidgetType, Pick<Command, 'id' | 'keys'>>

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
  {
    id: 'adapt',
    group: 'page',
    enabled: ({ sizes, state: { page } }) => sizes && page.widgets.length > 0,
    run: (designer) => {
      const { width, height } = designer.state.page
      designer.set({ sizing: { width: height, height: width } })
    },
  },
  {
    id: 'comment',
    group: 'page',
    keys: ['KeyC'],
    menu: true,
    run: (designer) => designer.request('comment'),
  },
  {
    id: 'nextComment',
    group: 'page',
    keys: ['shift+KeyC'],
    run: (designer) => designer.request('nextComment'),
  },
  { id: 'importDrawing', group: 'add', run: (designer) => designer.set({ importing: {} }) },
  {
    id: 'copyPage',
    group: 'page',
    keys: ['mod+shift+KeyD'],
    enabled: ({ sizes }) => sizes,
    run: (designer) => designer.request('copyPage'),
  },
  { id: 'history', group: 'page', run: (designer) => designer.request('history') },
  { id: 'help', group: 'page', keys: ['shift+Slash'], run: (designer) => designer.request('help') },
  ...(Object.keys(ADD) as WidgetType[]).map(
    (type) => ({ ...ADD[type], group: 'add', run: add(type) }) as const,
  ),
] as const satisfies readonly Command[]
