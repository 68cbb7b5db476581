import { readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import type { RefObject } from 'react'
import { createStore } from 'zustand/vanilla'
import { documentOf, type Page } from '#content/pages/designer/state/page.ts'
import type { Designer } from '#content/pages/designer/state/store.ts'
import { newId } from '#lib/browser/new-id.ts'
import { whenIdle } from '#lib/browser/when-idle.ts'
import { clock } from '#lib/clock.ts'
import { type Draft, Drafts } from './drafts.ts'
import { meetEditors } from './open-editors.ts'

/** The saved version that the edits are based on; saving over a newer one is a conflict. */
export type BaseVersion = RefObject<number | undefined>

/** Whose draft it is, and of which page. */
export interface DraftPlace {
  userId: string
  page: string
}

/** The longest delay of a draft behind an edit, in milliseconds. */
const BEHIND_MOST = 200

/** An earlier draft that the user may restore. */
export interface OfferedDraft {
  id: string
  at: number
  page: Page
  base: number | undefined
}

/** Writes a draft of a designer's unsaved edits as they are made, and offers earlier drafts of its page. */
export class DraftKeeper {
  /** Readable drafts that no open editor holds, newest first. */
  readonly offers = createStore<readonly OfferedDraft[]>(() => [])
  readonly #designer: Designer
  readonly #base: BaseVersion
  readonly #id = newId()
  readonly #heldElsewhere = new Set<string>()
  #place: DraftPlace
  #drafts: Drafts | undefined
  /** The page in this editor's draft; null without a draft. */
  #written: Page | null = null
  /** A restored draft: deleted with the next write, which includes its content. */
  #restored: string[] = []
  #cancel: (() => void) | undefined

  constructor(designer: Designer, base: BaseVersion, place: DraftPlace) {
    this.#designer = designer
    this.#base = base
    this.#place = place
  }

  /** Returns a function that writes what is left, and stops. */
  start(): () => void {
    let stopped = false
    const { store } = this.#designer
    void Drafts.open().then(
      (drafts) => {
        if (stopped) return drafts.close()
        this.#drafts = drafts
        this.#later()
        void this.#load(drafts)
      },
      () => store.setState({ draft: 'failed' }),
    )
    const leave = meetEditors(this.#id, (id) => {
      this.#heldElsewhere.add(id)
      this.offers.setState((offers) => offers.filter((offer) => offer.id !== id), true)
    })
    const unfollow = store.subscribe(({ history, saved }, before) => {
      // A save changes what the edits are based on.
      if (saved !== before.saved) this.#written &&= { ...this.#written }
      if (history.present !== before.history.present || saved !== before.saved) this.#later()
    })
    const events = ['pagehide', 'beforeunload', 'visibilitychange']
    for (const event of events) window.addEventListener(event, this.#write)
    return () => {
      stopped = true
      for (const event of events) window.removeEventListener(event, this.#write)
      unfollow()
      leave()
      this.#write()
      this.#drafts?.close()
      this.#drafts = undefined
    }
  }

  /** A new page has an id after its first save. */
  move(place: DraftPlace): void {
    this.#place = place
    this.#written &&= { ...this.#written }
    this.#later()
  }

  /** Puts the draft on the page, as a step that undo takes back. */
  restore({ id, page, base }: OfferedDraft): void {
    const { state } = this.#designer
    this.#restored.push(id)
    this.offers.setState([], true)
    this.#designer.commit(page, { name: 'draft', count: 1 })
    if (page.width !== state.page.width || page.height !== state.page.height) this.#designer.fit()
    this.#follow(base)
  }

  discard({ id }: OfferedDraft): void {
    this.offers.setState((offers) => offers.filter((offer) => offer.id !== id), true)
    void this.#drafts?.write(undefined, [id]).catch(() => undefined)
  }

  /** While the restored draft is on the page, saving over a version newer than the draft's is a conflict. */
  #follow(base: number | undefined): void {
    const before = this.#base.current
    const step = this.#designer.state.history.past.at(-1)
    const wanted = base ?? before
    this.#base.current = wanted
    this.#designer.store.subscribe(({ history }) => {
      const isUndone = step !== undefined && history.future.some(({ after }) => after === step.after)
      const [from, to] = isUndone ? [wanted, before] : [before, wanted]
      if (this.#base.current === from) this.#base.current = to
    })
  }

  async #load(drafts: Drafts): Promise<void> {
    const found = await drafts.of(this.#place.userId, this.#place.page)
    const others = found.filter(({ id }) => id !== this.#id)
    if (others.length === 0) return
    const { asDocument } = await import('./stored-document.ts')
    const offers = others.flatMap((draft) => {
      const document = asDocument(draft.document)
      if (!document || this.#heldElsewhere.has(draft.id)) return []
      const page = { name: String(draft.name), ...readDocument(document, WIDGET_FIELDS) }
      return [{ id: draft.id, at: draft.at, base: draft.base, page }]
    })
    this.offers.setState(offers, true)
  }

  #later(): void {
    this.#cancel ??= whenIdle(this.#write, BEHIND_MOST)
  }

  /** Writes the draft, or deletes it if nothing is unsaved. */
  readonly #write = (): void => {
    this.#cancel?.()
    this.#cancel = undefined
    const drafts = this.#drafts
    const { present } = this.#designer.state.history
    const page = this.#designer.isDirty() ? present : null
    if (!drafts || page === this.#written) return
    const at = clock.now()
    const draft: Draft | undefined = page
      ? {
          ...this.#place,
          id: this.#id,
          at,
          name: page.name,
          document: documentOf(page, WIDGET_FIELDS),
          base: this.#base.current,
        }
      : undefined
    this.#written = page
    const dropped = [...(draft ? [] : [this.#id]), ...this.#restored]
    const done = (result: { at: number } | 'failed' | null) => {
      if (this.#written === page) this.#designer.set({ draft: result })
    }
    drafts.write(draft, dropped).then(
      () => {
        this.#restored = this.#restored.filter((id) => !dropped.includes(id))
        done(draft ? { at } : null)
      },
      () => done('failed'),
    )
  }
}
