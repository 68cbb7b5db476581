import { ERRORS } from '@vitrine/contract/errors'
import { PERMISSIONS, ROLES } from '@vitrine/contract/permissions'
import { RULE_TEXTS } from '@vitrine/contract/rules'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '#lib/server/transport.ts'
import { deletionText, failureText } from '#lib/text/error-text.ts'
import { addTexts, textsOf } from '#lib/text/i18n.ts'
import { pseudoRtl } from '#lib/text/pseudo-rtl.ts'
import type { Texts } from '#lib/text/texts.ts'
import { LOCALES, offeredLocales } from '#operations/settings/languages.ts'
import ar from './ar.json'
import texts from './en-us.json'
import start from './en-us-start.json'
import specification from './specification-texts.json'

const SOURCES = import.meta.glob<string>(['/src/**/*.{ts,tsx}', '!**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const PLURAL = /_(zero|one|two|few|many|other)$/

const leaves = (tree: Texts, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : leaves(value, `${path}${key}.`),
  )

describe('en-us', () => {
  test('matches the contract’s rules exactly', () => {
    expect(texts.validation).toEqual(RULE_TEXTS)
  })

  test('has texts for every error key, role and permission', () => {
    expect(Object.keys({ ...start.errKey, ...texts.errKey }).sort()).toEqual(Object.keys(ERRORS).sort())
    expect(Object.keys(texts.users.roles)).toEqual(Object.values(ROLES))
    expect(Object.keys(texts.users.permission)).toEqual([...PERMISSIONS])
  })

  test('has no empty text, and no key in both files', () => {
    const all = [...leaves(start), ...leaves(texts)]
    expect(all.filter(([, text]) => !text.trim())).toEqual([])
    // Except the login page's own error texts.
    expect(Object.keys(start).filter((key) => key in texts)).toEqual(['errKey'])
    expect(Object.keys(start.errKey).filter((key) => key in texts.errKey)).toEqual([])
  })

  test('has no unused text, including computed keys', () => {
    const code = Object.values(SOURCES).join('\n')
    expect(code).toContain('useTranslation')
    const named = new Set([...code.matchAll(/['"`]([\w-]+(?:\.[\w-]+)+)['"`]/g)].map(([, key]) => key))
    const beginnings = [...code.matchAll(/`((?:[\w-]+\.)+[\w-]*)\$\{/g)].map(
      ([, beginning = '']) => beginning,
    )
    const keys = [...leaves(start), ...leaves(texts)].map(([key]) => key.replace(PLURAL, ''))
    const unused = keys.filter(
      (key) => !named.has(key) && !beginnings.some((beginning) => key.startsWith(beginning)),
    )
    // Field descriptions are keyed by their text; the specification has one text that is never shown.
    expect(unused.filter((key) => !key.startsWith('fieldTexts.') && !(key in specification))).toEqual([])
  })

  test('uses %{name} for every value, so no raw placeholder is shown', () => {
    const without = (text: string) => text.replaceAll(/%\{\w+\}/g, '')
    const all = [...leaves(start), ...leaves(texts)]
    expect(all.filter(([, text]) => /[{}]/.test(without(text)))).toEqual([])
  })

  test.each(Object.entries(specification))('N-043, X-058: %s is the specification’s text', (key, text) => {
    expect(Object.fromEntries([...leaves(start), ...leaves(texts)])[key]).toBe(text)
  })
})

describe('other locales', () => {
  test('G-028: ar is registered, empty, and not offered', () => {
    expect(ar).toEqual({})
    expect(LOCALES).toContain('ar')
    expect(offeredLocales()).toEqual(['en-us', 'ar-001', 'de', 'es', 'fr'])
  })

  const english = new Map([...leaves(start), ...leaves(texts)])
  const baseOf = (key: string) => key.replace(PLURAL, '')
  const placeholders = (text = '') => [...text.matchAll(/%\{\w+\}/g)].map(([name]) => name).sort()

  describe.each(offeredLocales().slice(1))('%s', (code) => {
    const own = async () => new Map(leaves((await textsOf(code)) ?? {}))

    test('has every text of en-us, and no other', async () => {
      const has = [...new Set([...(await own()).keys()].map(baseOf))].sort()
      expect(has).toEqual([...new Set([...english.keys()].map(baseOf))].sort())
    })

    test('has a general form of every plural, and each form that the language tells apart', async () => {
      const all = await own()
      const plurals = [...english.keys()].filter((key) => key.endsWith('_other')).map(baseOf)
      const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions()
      const missing = plurals.flatMap((base) =>
        pluralCategories.map((form) => `${base}_${form}`).filter((key) => !all.has(key)),
      )
      expect(missing).toEqual([])
    })

    test('keeps every placeholder; forms for one, two, or none may leave out the number', async () => {
      const wrong = [...(await own())].filter(([key, text]) => {
        const original = english.get(key) ?? english.get(`${baseOf(key)}_other`)
        const isFew = /_(zero|one|two)$/.test(key)
        const kept = (names: string[]) => names.filter((name) => !isFew || !/count|number/.test(name))
        return `${kept(placeholders(text))}` !== `${kept(placeholders(original))}`
      })
      expect(wrong).toEqual([])
    })

    test('has no empty text, and no sentence in English', async () => {
      const all = [...(await own())]
      expect(all.filter(([, text]) => !text.trim())).toEqual([])
      const same = all.filter(([key, text]) => english.get(key) === text && /[a-z]{3} [a-z]{2}/i.test(text))
      // Names of authorities are the same in some languages.
      expect(same.filter(([key]) => !key.startsWith('fieldTexts.')).map(([key]) => key)).toEqual([])
    })
  })

  test('the test locale keeps every placeholder', () => {
    const before = leaves(texts)
    const after = Object.fromEntries(leaves(pseudoRtl(texts)))
    for (const [key, text] of before) {
      expect(after[key]?.match(/%\{\w+\}/g)).toEqual(text.match(/%\{\w+\}/g))
      expect(after[key]?.replace(/%\{\w+\}/g, '')).not.toMatch(/[a-z]/i)
    }
  })
})

describe('what a failure says', () => {
  beforeAll(async () => {
    await i18next.init({
      lng: 'en-us',
      lowerCaseLng: true,
      resources: {},
      interpolation: { prefix: '%{', suffix: '}' },
    })
    addTexts(start)
    addTexts(texts)
  })

  test('X-049: without a known reason, show the action’s text alone', () => {
    for (const error of [
      new ApiError(500),
      new ApiError(500, { errKey: 'INTERNAL' }),
      new Error('bug'),
      null,
    ])
      expect(failureText(error, 'errors.createLayout')).toBe('Failed to create new Layout')
  })

  test('show both texts if the reason is known', () => {
    expect(failureText(new ApiError(403, { errKey: 'FORBIDDEN' }), 'errors.updateUser')).toBe(
      "Failed to update User\nYou don't have permission to do this. Ask an administrator.",
    )
    expect(failureText(new ApiError(0))).toContain("Can't reach the server")
  })

  test('a deletion shows the key’s text, or the generic one', () => {
    expect(deletionText(new ApiError(409, { errKey: 'USED_IN_CARD' }))).toBe(
      'this media in use, please delete all related items before delete',
    )
    expect(deletionText(new ApiError(409, { errKey: 'USED_IN_STORYBOARD' }))).toBe(
      'this card in use, please delete all related items before delete',
    )
    expect(deletionText(new ApiError(409, { errKey: 'USED_IN_SCHEDULE' }))).toBe(
      'this storyboard in use, please delete all related device groups before deleting',
    )
    expect(deletionText(new ApiError(500))).toBe('Failed to delete this item')
  })
})
