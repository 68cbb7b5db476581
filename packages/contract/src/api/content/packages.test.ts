import { expect, it } from 'vitest'
import { PackageParts } from './packages.ts'

const part = (name: number, fields: number, field: number) => [
  { name: 'n'.repeat(name), fields: Array(fields).fill('f'.repeat(field)) },
]

it.each([
  // Characters of a part's name, the number of its fields, and characters of a field's name.
  [1, 0, 0, true],
  [200, 100, 64, true],
  [0, 1, 1, false],
  [201, 1, 1, false],
  [1, 101, 1, false],
  [1, 1, 65, false],
])(
  'a part of a package with a name of %i, %i fields, and field names of %i is fine: %s',
  (name, fields, field, isFine) => {
    expect(PackageParts.safeParse(part(name, fields, field)).success).toBe(isFine)
  },
)
