// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH } from '#test/samples.ts'

setUpConsole()

const IMPACT = {
  ...{ screens: 40, changes: 14, buildings: 3, unknownTags: ['Ba'], missing: [] },
  nothing: { screens: 2, from: Date.parse('2026-11-27T12:00:00Z') },
  rules: [{ index: 0, screens: 12 }],
  examples: [{ deviceId: 'd1', name: 'Hall', screens: 14, at: 0, before: null, after: null }],
}

test('the rule of a time slot says on how many screens it shows and what would change, before it is saved', async () => {
  const group = (ONE_OF_EACH['deviceGroups.get'] as { deviceGroup: { schedule: object } }).deviceGroup
  const slot = { from: '08:00 AM', to: '09:00 AM', storyboardId: 's1' }
  const { press, page, field, user, server } = openConsole('/app/device-group/storyboard/g1', {
    ...ONE_OF_EACH,
    'deviceGroups.get': { deviceGroup: { ...group, schedule: { ...group.schedule, slots: [slot] } } },
    'deviceGroups.update': { deviceGroup: group, impact: IMPACT },
    'tags.list': { tags: [{ name: 'Bar', kinds: ['device'] }] },
  })
  await press('Screens of Time slot 1')
  await user.type(await field('Only for: Tags'), 'Bar{Enter}')
  await page().findByText('Shown on screens tagged Bar.')
  await page().findByText('Shown on 12 of 40 screens')
  await waitFor(() =>
    // Beside the rule, and above Save.
    expect(page().getAllByText(/^14 screens change in 3 buildings; 2 would show nothing from/)).toHaveLength(
      2,
    ),
  )
  await page().findByText('Hall and 13 more')
  expect(page().getAllByText('Nothing to show')).toHaveLength(2)
  await page().findByText('No screen has these tags yet: Ba')
  await waitFor(() =>
    expect(server.tried('deviceGroups.update').at(-1)).toMatchObject({
      query: { dryRun: 'true' },
      body: { schedule: { slots: [{ ...slot, screens: { anyTags: ['Bar'] } }] } },
    }),
  )
  await user.type(await field('Not for: Tags'), 'bar{Enter}')
  await page().findByText('No screen can match this rule')
})
