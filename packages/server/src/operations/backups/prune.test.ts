import { describe, expect, it } from 'vitest'
import { keptOf } from './prune.ts'

describe('retention', () => {
  const backup = (name: string, kind: 'nightly' | 'manual', missing: number) =>
    ({ name, manifest: { kind, missing: { count: missing } } }) as never
  it('counts complete backups only, each kind separately', () => {
    const all = [
      backup('9', 'nightly', 3),
      backup('8', 'manual', 0),
      backup('7', 'nightly', 0),
      backup('6', 'nightly', 2),
      backup('5', 'nightly', 0),
      backup('4', 'nightly', 1),
      backup('3', 'nightly', 0),
    ]
    expect(keptOf(all, 2).map(({ name }) => name)).toEqual(['9', '8', '7', '6', '5'])
    expect(keptOf(all, 1).map(({ name }) => name)).toEqual(['9', '8', '7'])
  })
})
