// @vitest-environment happy-dom
import { waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH } from '#test/samples.ts'

setUpConsole()

const { deviceGroup: group } = ONE_OF_EACH['deviceGroups.get'] as { deviceGroup: object }
const IMPACT = {
  ...{ screens: 2, changes: 2, buildings: 0, unknownTags: [], missing: [], unsure: 0 },
  ...{ nothing: null, rules: [], examples: [] },
}
const HOME = { id: 'g2', name: 'Home' }
const BAR = { id: 'g1', name: 'Bar' }
const because = [{ part: 'anyTags', names: ['Bar'] }]
const FILLING = {
  ...{ matches: 3, joins: 1, leaves: 1, members: 2, hand: 1, waits: 1, pinned: 0, other: 0 },
  screens: [
    { id: 'd1', name: 'Hall', state: 'joins', from: HOME, to: BAR, because },
    { id: 'd2', name: 'Door', state: 'leaves', from: BAR, to: HOME, because },
    { id: 'd3', name: 'Dark', state: 'waits', from: HOME, to: BAR, because },
  ],
}

test('the rule of a group says who comes and who goes, and why, before it is saved', async () => {
  const { press, page, field, user, server } = openConsole('/app/device-group/storyboard/g1', {
    ...ONE_OF_EACH,
    'deviceGroups.get': { deviceGroup: { ...group, rule: null } },
    'deviceGroups.update': { deviceGroup: { ...group, rule: null }, impact: IMPACT, filling: FILLING },
    'tags.list': { tags: [{ name: 'Bar', kinds: ['device'] }] },
  })
  await press('Rule')
  await user.type(await field('Only for: Tags'), 'Bar{Enter}')
  await page().findByText('1 screen comes')
  await page().findByText('1 screen leaves')
  await page().findByText('1 screen stays where it is, because it would have nothing to show')
  await page().findByText('3 screens match · 2 here by the rule · 1 put here by hand')
  const joins = page().getByText('1 screen comes').parentElement as HTMLElement
  expect(within(joins).getByRole('listitem').textContent).toBe('Hall · from Home to Bar tagged Bar')
  const leaves = page().getByText('1 screen leaves').parentElement as HTMLElement
  expect(within(leaves).getByRole('listitem').textContent).toBe(
    'Door · from Bar to Home (no longer tagged Bar)',
  )
  await page().findByText('2 screens change')
  expect(server.named('deviceGroups.update')).toEqual([])
  await press('Save rule')
  await waitFor(() =>
    expect(server.named('deviceGroups.update').at(-1)?.body).toMatchObject({
      rule: { screens: { anyTags: ['Bar'] }, leaving: 'back', rank: 50 },
    }),
  )
  expect(server.tried('deviceGroups.update').at(-1)?.body).toMatchObject({
    rule: { screens: { anyTags: ['Bar'] } },
  })
})

test('the page of a group with a rule shows which screens wait, and a removed rule is saved as none', async () => {
  const rule = { screens: { anyTags: ['Bar'] }, leaving: 'back', rank: 50 }
  const { press, page, server } = openConsole('/app/device-group/storyboard/g1', {
    ...ONE_OF_EACH,
    'deviceGroups.get': { deviceGroup: { ...group, rule } },
    'deviceGroups.update': { deviceGroup: { ...group, rule }, impact: IMPACT, filling: FILLING },
    'deviceGroups.filling': {
      filling: { ...FILLING, joins: 0, leaves: 0, screens: FILLING.screens.slice(2) },
    },
  })
  await page().findByText('A rule fills this group.')
  await page().findByText('1 screen stays where it is, because it would have nothing to show')
  await press('Rule')
  await press('Remove rule')
  await waitFor(() => expect(server.named('deviceGroups.update').at(-1)?.body).toMatchObject({ rule: null }))
})
