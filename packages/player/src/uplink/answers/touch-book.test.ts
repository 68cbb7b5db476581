import type { ManifestPage } from '@vitrine/contract/api/playback/manifest'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TouchBook } from './touch-book.ts'

const page = (id: string, name: string): ManifestPage =>
  ({
    id,
    name,
    widgets: [{ id: 'menu', type: 'button', name: 'Button 1' }],
    config: { inputs: [{ name: 'menu-label', value: 'To the menu' }] },
  }) as never

describe('what people touch', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function screen() {
    const noted: [page: string, kind: string, value: string][] = []
    let front: ManifestPage | undefined = page('home', 'Home')
    const touches = new TouchBook({
      front: () => front,
      note: async (at, kind, value) => void noted.push([at.id, kind, value]),
    })
    const go = (id: string, name: string) => {
      front = page(id, name)
    }
    return { noted, touches, go }
  }

  it('in a web package are counted as part of the visit', () => {
    const { noted, touches } = screen()
    touches.touchedPackage('Quiz: Start')
    touches.touchedPackage('Quiz: Answer B')
    vi.advanceTimersByTime(2000)
    expect(noted).toEqual([
      ['home', 'touch', 'Quiz: Start'],
      ['home', 'touch', 'Quiz: Answer B'],
    ])
    vi.advanceTimersByTime(61_000)
    expect(noted.at(-1)).toEqual(['home', 'visit', 'Home'])
  })

  it('are counted by button with the page they led to, and the path of the visit', () => {
    const { noted, touches, go } = screen()
    touches.touched('menu')
    go('menu', 'Menu')
    vi.advanceTimersByTime(2000)
    expect(noted).toEqual([['home', 'touch', 'To the menu → Menu']])
    vi.advanceTimersByTime(30_000)
    touches.touched('menu')
    vi.advanceTimersByTime(2000)
    expect(noted.at(-1)).toEqual(['menu', 'touch', 'To the menu'])
    // The next touch comes before the last one has settled.
    touches.touched('menu')
    go('map', 'Map')
    touches.touched('menu')
    expect(noted.at(-1)).toEqual(['menu', 'touch', 'To the menu → Map'])
    vi.advanceTimersByTime(61_000)
    expect(noted.at(-1)).toEqual(['home', 'visit', 'Home › Menu › Map'])
    const { length } = noted
    vi.advanceTimersByTime(600_000)
    expect(noted).toHaveLength(length)
  })

  it('start a visit on the page that the next visitor touches', () => {
    const { noted, touches, go } = screen()
    touches.touched('menu')
    vi.advanceTimersByTime(61_000)
    go('map', 'Map')
    touches.touched('menu')
    touches.close()
    const visits = noted.filter(([, kind]) => kind === 'visit')
    expect(visits).toEqual([
      ['home', 'visit', 'Home'],
      ['map', 'visit', 'Map'],
    ])
  })
})
