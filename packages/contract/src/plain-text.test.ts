import { describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { contract } from './index.ts'
import { plainText } from './plain-text.ts'
import { routesOf } from './route.ts'

const code = (...points: number[]) => String.fromCodePoint(...points)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

describe('text of names', () => {
  test.each([...range(0x202a, 0x202e), ...range(0x2066, 0x2069)])(
    'FILE-01: U+%#x does not reverse text',
    (point) => {
      expect(plainText(`a${code(point)}gnp.exe`)).toBe('agnp.exe')
    },
  )

  test.each([0xad, 0x200b, 0x2060, 0x2064, 0xfeff, 0x3164, 0x115f, 0xe0001, 0xe0041])(
    'U+%#x cannot make two names look the same',
    (point) => expect(plainText(`Lob${code(point)}by`)).toBe('Lobby'),
  )

  it('drops joiners between Latin letters, and names without visible characters', () => {
    expect(plainText('Lo\u200dbb\u200c\u200dy\u200d')).toBe('Lobby')
    for (const text of ['', '\u200f\u200e', ' \u200d\u061c ', '\u202e', '\u3164'])
      expect(plainText(text)).toBe('')
    expect(plainText('a\u200f\u200e\u200f\u200eb')).toBe('a\u200fb')
  })

  test.each([
    ['Persian', 'می\u200cخواهم'],
    ['Hindi', 'क्\u200dष'],
    ['Arabic with marks', 'شاشة \u200fHDMI-1\u200e (الردهة)'],
    ['Hebrew', 'מסך C++\u200e ראשי'],
    ['a family', '👨\u200d👩\u200d👧'],
    ['a flag', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['Japanese with a variant', '葛\u{e0100}城'],
    ['Mongolian', 'ᠬᠠ\u180eᠠ'],
    ['a number sign', '\u0600١٢'],
    ['accents', 'Zoë Ångström'],
  ])('keeps %s', (_language, text) => expect(plainText(text)).toBe(text))
})

/** Keys of names and titles shown to people. */
const READ =
  /^(name|pageName|title|subject|label|location|suggestedName)$|(?:First|Last|^first|^last|organization|Floor)Name$/
/** Read by programs: the name of a form's field, and of a backup, which must match exactly. */
const FOR_PROGRAMS = /\.inputs\.name$|^backups\.restore\.name$/

/** All properties of a schema with their paths, through arrays, unions and wrappers. */
function propertiesOf(schema: z.ZodType, path = ''): [string, z.ZodType][] {
  const { def } = schema as unknown as { def: Record<string, unknown> }
  const inner = [
    def.innerType,
    def.element,
    def.in,
    def.left,
    def.right,
    ...((def.options as unknown[]) ?? []),
  ]
  const below = inner.filter(Boolean).flatMap((each) => propertiesOf(each as z.ZodType, path))
  if (!(schema instanceof z.ZodObject)) return below
  return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, property]) => [
    [`${path}.${key}`, property] as [string, z.ZodType],
    ...propertiesOf(property, `${path}.${key}`),
  ])
}

describe('every name that a call takes', () => {
  const names = routesOf(contract)
    .flatMap(({ route, name }) => (route.body ? propertiesOf(route.body, name) : []))
    .filter(([path]) => READ.test(path.split('.').at(-1) ?? '') && !FOR_PROGRAMS.test(path))

  it('is found', () => expect(names.length).toBeGreaterThan(25))

  test.each(names)('FILE-01: %s is plain text', (_path, schema) => {
    const { success, data } = schema.safeParse('a\u202egnp\u2066.\u200bexe')
    if (success) expect(data).toBe('agnp.exe')
  })
})
