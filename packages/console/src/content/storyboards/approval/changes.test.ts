import type { StoryboardItem } from '@vitrine/contract/api/content/storyboards'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageChanges } from './changes.ts'

const item = (cardId: string, duration = 5, transition?: 'fade'): StoryboardItem => ({
  cardId,
  duration,
  ...(transition && { transition }),
})
const items = (ids: string) => [...ids].map((id) => item(id))

describe('changes between two versions of a storyboard', () => {
  it('names added, removed, and moved pages, with their positions', () => {
    expect(pageChanges(items('abc'), items('cabd'))).toEqual([
      { pageId: 'c', from: 3, to: 1, isMoved: true },
      { pageId: 'd', to: 4, isMoved: false },
    ])
    expect(pageChanges(items('abc'), items('ac'))).toEqual([{ pageId: 'b', from: 2, isMoved: false }])
  })

  it('names a changed idle time', () => {
    expect(pageChanges([item('a')], [{ ...item('a'), idleSeconds: 60 }])).toEqual([
      { pageId: 'a', from: 1, to: 1, isMoved: false, idle: [undefined, 60] },
    ])
  })

  it('names changed durations and transitions, also of a moved page', () => {
    expect(pageChanges([item('a'), item('b')], [item('b', 9), item('a', 5, 'fade')])).toEqual([
      { pageId: 'b', from: 2, to: 1, isMoved: false, duration: [5, 9] },
      { pageId: 'a', from: 1, to: 2, isMoved: true, transition: ['cut', 'fade'] },
    ])
  })

  it('names changed dates', () => {
    const before = { cardId: 'a', duration: 5 }
    const after = { ...before, showUntil: '2026-12-24' }
    expect(pageChanges([before], [after])).toMatchObject([{ from: 1, to: 1, dates: [before, after] }])
  })

  it('accounts for every page of any two versions', () => {
    const version = fc.array(
      fc.record({ cardId: fc.constantFrom('a', 'b', 'c'), duration: fc.constantFrom(5, 9) }),
    )
    fc.assert(
      fc.property(version, version, (before, after) => {
        const changes = pageChanges(before, after)
        const added = changes.filter(({ from }) => from === undefined).length
        const removed = changes.filter(({ to }) => to === undefined).length
        expect(before.length - removed + added).toBe(after.length)
        expect(pageChanges(after, after)).toEqual([])
        for (const { from, to, pageId } of changes) {
          if (from !== undefined) expect(before[from - 1]?.cardId).toBe(pageId)
          if (to !== undefined) expect(after[to - 1]?.cardId).toBe(pageId)
        }
      }),
    )
  })
})
