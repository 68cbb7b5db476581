import { searchKey } from '@vitrine/contract/search-key'
import { describe, expect, it } from 'vitest'
import { firstFreeName } from './free-name.ts'

describe('the first free name', () => {
  const numbered = (n: number) => (n === 1 ? 'Menu' : `Menu ${n}`)
  const among = async (taken: readonly string[]) => {
    const keys = new Set(taken.map(searchKey))
    let queries = 0
    const name = await firstFreeName(numbered, async (wanted) => {
      queries += 1
      return wanted.filter((key) => keys.has(key)).map((nameKey) => ({ nameKey }))
    })
    return { name, queries }
  }

  it('is the name itself, or the lowest number that no other thing has', async () => {
    expect(await among([])).toEqual({ name: 'Menu', queries: 1 })
    expect((await among(['MENU'])).name).toBe('Menu 2')
    expect((await among(['Menu', 'Menu 2', 'Menu 4'])).name).toBe('Menu 3')
  })

  it('is found with few queries among thousands of one name', async () => {
    const taken = Array.from({ length: 10_000 }, (_, index) => numbered(index + 1))
    const { name, queries } = await among(taken)
    expect(name).toBe('Menu 10001')
    expect(queries).toBeLessThan(12)
  })
})
