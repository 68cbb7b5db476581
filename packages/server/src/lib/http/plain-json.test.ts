import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonRefusal, KEYS_MAX, parsePlainJson, VALUES_MAX } from './plain-json.ts'

const reasonOf = (text: string) => {
  try {
    parsePlainJson(text)
  } catch (error) {
    return error instanceof JsonRefusal ? error.reason : error
  }
  return undefined
}

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

describe('parsePlainJson', () => {
  it('returns any plain value unchanged', () => {
    const plain = fc
      .jsonValue({ maxDepth: 5 })
      .filter((value) => !/__proto__|\\u0000/.test(JSON.stringify(value)))
    fc.assert(
      fc.property(plain, (value) => {
        const text = JSON.stringify(value)
        expect(parsePlainJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('replaces halves of characters in values and keys, and nothing else', () => {
    const unit = fc.constantFrom(
      '\ud83d',
      '\ude00',
      '\ud83d\ude00',
      '\\',
      '"',
      'u',
      'd83d',
      'é',
      '\ufffd',
      '\n',
    )
    const half = fc.string({ unit })
    fc.assert(
      fc.property(half, half, (key, value) => {
        const text = JSON.stringify([{ [key]: value }])
        const whole = [{ [key.toWellFormed()]: value.toWellFormed() }]
        expect(parsePlainJson(text)).toEqual(whole)
        expect(parsePlainJson(text.replaceAll('\ud83d\ude00', '\\uD83D\\uDE00'))).toEqual(whole)
      }),
    )
  })

  it('refuses more than 100 levels, ignoring brackets in strings', () => {
    const brackets = fc.string({ unit: fc.constantFrom('[', '{', ']', '}', '"', '\\', 'a') })
    const leaf = fc.oneof(brackets, fc.integer(), fc.constant([]), fc.dictionary(brackets, brackets))
    fc.assert(
      fc.property(leaf, fc.array(fc.boolean(), { minLength: 90, maxLength: 110 }), (inside, levels) => {
        const deep = levels.reduce<unknown>(
          (value, isList) => (isList ? [[], value] : { a: [], '[{': value }),
          inside,
        )
        expect(reasonOf(JSON.stringify(deep))).toBe(depthOf(deep) > 100 ? 'depth' : undefined)
        expect(reasonOf(JSON.stringify([JSON.stringify(deep)]))).toBeUndefined()
      }),
    )
    expect(reasonOf(`${'['.repeat(250_000)}${']'.repeat(250_000)}`)).toBe('depth')
  })

  it('refuses more values than any document has, before parsing them', () => {
    const list = (count: number, value: string) => `[${Array(count).fill(value).join()}]`
    expect(reasonOf(list(VALUES_MAX - 1, '0'))).toBeUndefined()
    expect(reasonOf(list(VALUES_MAX, '0'))).toBe('count')
    expect(reasonOf(list(VALUES_MAX / 2, '[]'))).toBe('count')
    expect(reasonOf(list(VALUES_MAX, 'not JSON'))).toBe('count')
    expect(reasonOf(JSON.stringify(['[,{'.repeat(VALUES_MAX), '\\",['.repeat(VALUES_MAX)]))).toBeUndefined()
  })

  it('refuses more keys in one object than any has', () => {
    const object = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, {}]))
    expect(reasonOf(JSON.stringify({ a: object(KEYS_MAX) }))).toBeUndefined()
    expect(reasonOf(JSON.stringify({ a: object(KEYS_MAX + 1) }))).toBe('count')
    expect(reasonOf(JSON.stringify([object(KEYS_MAX), { 'a:': '::' }, object(KEYS_MAX)]))).toBeUndefined()
    const spread = { ...object(KEYS_MAX - 10), inner: object(20), ...object(KEYS_MAX) }
    expect(reasonOf(JSON.stringify(spread))).toBe('count')
  })

  it.each([
    '{"__proto__":{"polluted":true}}',
    '{"\\u005f_proto__":{"polluted":true}}',
    '{"\\u005F\\u005Fproto\\u005f\\u005f":1}',
    '[{"a":[{"b":{"__proto__":null}}]}]',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"c\\u006fnstructor":{"prot\\u006ftype":1}}',
    '{"a":1,"a":{"__proto__":1}}',
    '"\\u0000"',
    '["a\\u0000b"]',
    '{"a\\u0000":1}',
    '1e400',
    '[-1e400]',
    `{"a":${'9'.repeat(400)}}`,
  ])('refuses %s', (text) => {
    expect(reasonOf(text)).toBe('content')
  })

  it.each([
    '{"constructor":"Smith & Co"}',
    '{"prototype":{}}',
    '"__proto__"',
    '{"constructor":{"name":1}}',
    '1e308',
  ])('takes %s', (text) => {
    expect(reasonOf(text)).toBeUndefined()
  })

  it.each(['', '{', 'nonsense', '{"a":1,}', 'NaN', '\ufeff{}', "{'a':1}"])(
    'refuses %j as no JSON',
    (text) => {
      expect(reasonOf(text)).toBe('syntax')
    },
  )
})
