// @vitest-environment happy-dom
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { documentOf, type Page } from '#content/pages/designer/state/page.ts'
import { Designer } from '#content/pages/designer/state/store.ts'
import { DraftKeeper } from './draft-keeper.ts'

const EMPTY: Page = { name: 'Lobby', width: 1920, height: 1080, widgets: [] }
const documentIn = ({ state }: Designer) =>
  JSON.stringify({ name: state.page.name, ...documentOf(state.page, WIDGET_FIELDS) })

let databases: IDBDatabase[] = []
let channels: BroadcastChannel[] = []
let tabs: Tab[] = []

beforeEach(() => {
  const factory = new IDBFactory()
  const open = factory.open.bind(factory)
  vi.spyOn(factory, 'open').mockImplementation((...args) => {
    const request = open(...args)
    request.addEventListener('success', () => databases.push(request.result))
    return request
  })
  vi.stubGlobal('indexedDB', factory)
  const Channel = BroadcastChannel
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Channel {
      constructor(name: string) {
        super(name)
        channels.push(this)
      }
    },
  )
})
afterEach(() => {
  for (const tab of tabs) tab.stop()
  tabs = []
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** An editor of a page in a tab. */
class Tab {
  readonly designer: Designer
  readonly keeper: DraftKeeper
  readonly base: { current: number | undefined }
  readonly stop: () => void
  readonly #databases: IDBDatabase[] = []
  readonly #channels: BroadcastChannel[] = []
  #before: unknown = null

  constructor(page: string, { userId = 'ada', base = 1 }: { userId?: string; base?: number } = {}) {
    databases = this.#databases
    channels = this.#channels
    this.designer = new Designer(EMPTY)
    this.base = { current: page.includes('new') ? undefined : base }
    this.keeper = new DraftKeeper(this.designer, this.base, { userId, page })
    this.stop = this.keeper.start()
    tabs.push(this)
  }
  async ready(): Promise<this> {
    await expect.poll(() => this.#databases.length).toBe(1)
    return this
  }
  /** Adds a widget as the user does. */
  add(type = 'text'): this {
    this.#before = this.designer.state.draft
    this.designer.add(type, type)
    return this
  }
  /** Waits until the designer says that the last edit is kept. */
  async kept(): Promise<void> {
    await expect.poll(() => this.designer.state.draft !== this.#before).toBe(true)
    expect(this.designer.state.draft).toMatchObject({ at: expect.any(Number) })
  }
  /** The process ends: nothing is written or answered any more. */
  crash(): void {
    for (const database of this.#databases) database.close()
    for (const channel of this.#channels) channel.close()
    this.stop()
  }
  /** The browser leaves the page right after the last edit. */
  reload(): void {
    window.dispatchEvent(new Event('pagehide'))
    this.crash()
  }
  offered(): Promise<number> {
    return expect.poll(() => this.keeper.offers.getState().length).toBeGreaterThan(0) as never
  }
  async restore(): Promise<string> {
    await this.offered()
    const [newest] = this.keeper.offers.getState()
    if (newest) this.keeper.restore(newest)
    return documentIn(this.designer)
  }
}

type Ending = 'reload' | 'crash'
const ENDINGS: readonly Ending[] = ['reload', 'crash']
/** What happens before the tab ends. Each returns the tab whose work must survive. */
const SITUATIONS: Record<string, (page: string) => Promise<Tab>> = {
  'a few milliseconds after an edit': async (page) => (await new Tab(page).ready()).add(),
  'while an earlier draft is offered': async (page) => {
    const before = (await new Tab(page).ready()).add('weather')
    await before.kept()
    before.crash()
    const tab = await new Tab(page).ready()
    await tab.offered()
    return tab.add()
  },
  'when local storage is full': async (page) => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    return (await new Tab(page).ready()).add()
  },
  'while another tab edits the same page': async (page) => {
    const tab = (await new Tab(page).ready()).add()
    await tab.kept()
    const other = (await new Tab(page).ready()).add('weather')
    await other.kept()
    other.designer.undo()
    await expect.poll(() => other.designer.state.draft).toBeNull()
    other.add('weather').add('weather')
    return tab.add('button')
  },
}

describe.each(['layout y1', 'layout new', 'card new template-1'])('work on %s survives', (page) => {
  describe.each(ENDINGS)('a %s', (ending) => {
    test.each(Object.keys(SITUATIONS))('%s', async (situation) => {
      const tab = await SITUATIONS[situation]?.(page)
      if (!tab) throw new Error('No situation')
      const wanted = documentIn(tab.designer)
      // A crash takes what the designer doesn't call kept.
      if (ending === 'crash') await tab.kept()
      tab[ending]()
      const next = await new Tab(page).ready()
      expect(await next.restore()).toBe(wanted)
    })
  })
})

describe('a draft', () => {
  test('is called kept only after it was written, and not if the browser refuses', async () => {
    const tab = await new Tab('layout y1').ready()
    tab.add()
    expect(tab.designer.state.draft).toBeNull()
    await tab.kept()
    const refused = await new Tab('layout y2').ready()
    vi.spyOn(databases[0] as IDBDatabase, 'transaction').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    refused.add()
    await expect.poll(() => refused.designer.state.draft).toBe('failed')
  })

  test('restored over other edits is one step, which undo takes back', async () => {
    const before = (await new Tab('layout y1').ready()).add('weather')
    await before.kept()
    const draft = documentIn(before.designer)
    before.crash()
    const tab = (await new Tab('layout y1', { base: 5 }).ready()).add()
    const mine = documentIn(tab.designer)
    expect(await tab.restore()).toBe(draft)
    // Saving would be based on what the draft was based on.
    expect(tab.base.current).toBe(1)
    tab.designer.undo()
    expect(documentIn(tab.designer)).toBe(mine)
    expect(tab.base.current).toBe(5)
    tab.designer.redo()
    expect(documentIn(tab.designer)).toBe(draft)
    expect(tab.base.current).toBe(1)
  })

  test('that another tab holds is not offered; one that was left is', async () => {
    const open = (await new Tab('layout new').ready()).add('weather')
    await open.kept()
    const left = (await new Tab('layout new').ready()).add('button')
    await left.kept()
    const wanted = documentIn(left.designer)
    left.stop()
    const next = await new Tab('layout new').ready()
    await next.offered()
    await expect.poll(() => next.keeper.offers.getState().length).toBe(1)
    expect(await next.restore()).toBe(wanted)
  })

  test('is deleted by a save, by undoing everything, and when discarded; an older one is offered then', async () => {
    const kept = (await new Tab('layout y1').ready()).add('weather')
    await kept.kept()
    kept.stop()
    const second = (await new Tab('layout y1').ready()).add('button')
    await second.kept()
    second.stop()
    const saved = (await new Tab('layout y1').ready()).add('tag')
    await saved.kept()
    saved.designer.markSaved(saved.designer.state.page)
    await expect.poll(() => saved.designer.state.draft).toBeNull()
    saved.stop()
    const tab = await new Tab('layout y1').ready()
    await expect.poll(() => tab.keeper.offers.getState().length).toBe(2)
    const [newest, older] = tab.keeper.offers.getState()
    expect(newest?.page.widgets[0]?.type).toBe('button')
    if (newest) tab.keeper.discard(newest)
    expect(tab.keeper.offers.getState()).toEqual([older])
  })

  test('is offered to its user and for its page only', async () => {
    const tab = (await new Tab('layout y1').ready()).add()
    await tab.kept()
    tab.stop()
    const places = [new Tab('layout y1', { userId: 'uma' }), new Tab('layout y2'), new Tab('layout y1')]
    await places[2]?.offered()
    expect(places.map(({ keeper }) => keeper.offers.getState().length)).toEqual([0, 0, 1])
  })

  test('of an earlier release is offered once more, from local storage', async () => {
    const document = documentOf({ ...EMPTY, background: '#123456' } as Page, WIDGET_FIELDS)
    localStorage.setItem(
      'designerDrafts',
      JSON.stringify({ 'layout y1': { at: 5, name: 'Old', document, base: 3 } }),
    )
    const tab = await new Tab('layout y1').ready()
    await tab.offered()
    expect(tab.keeper.offers.getState()).toMatchObject([{ at: 5, base: 3, page: { name: 'Old' } }])
    expect(localStorage.getItem('designerDrafts')).toBeNull()
  })

  test('of a page with edits made during its first save belongs to the page it became', async () => {
    const tab = (await new Tab('layout new').ready()).add()
    const sent = tab.designer.state.page
    tab.add('weather')
    tab.designer.markSaved(sent)
    tab.base.current = 1
    tab.keeper.move({ userId: 'ada', page: 'layout y2' })
    const wanted = documentIn(tab.designer)
    tab.reload()
    const next = await new Tab('layout y2').ready()
    expect(await next.restore()).toBe(wanted)
    const fresh = await new Tab('layout new').ready()
    expect(fresh.keeper.offers.getState()).toEqual([])
  })
})
