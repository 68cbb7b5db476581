import { TRUTH_TEXTS, type TruthFacts, truthText } from '@vitrine/contract/player/truth'
import { expect, test } from 'vitest'
import english from '#locales/en-us.json'

test('the console says the same about a screen as the API', () => {
  expect(english.truth.says).toEqual(TRUTH_TEXTS)
})

test('every text is that of some screen', () => {
  const found = new Set<string>()
  const reasons = [
    'untaken',
    'blank',
    'nothing',
    'astray',
    'behind',
    'panel',
    'downloading',
    'switched',
  ] as const
  const others = ['silent', 'never', 'takeover', 'updating', 'off', 'sent', 'action', 'scheduled'] as const
  for (const because of [...reasons, ...others])
    for (const should of ['A', null])
      for (const shows of ['B', null])
        for (const end of ['next-slot', 'time', 'manual', null] as const)
          for (const until of [1, null])
            for (const panel of ['off', 'other-input', 'on-outside-hours']) {
              const why = until === null ? null : 'black'
              const facts = { because, should, shows, end, until, panel, why, by: null, since: null }
              found.add(truthText(facts satisfies TruthFacts))
            }
  expect([...found].sort()).toEqual(Object.keys(TRUTH_TEXTS).sort())
})
