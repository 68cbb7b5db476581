// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH } from '#test/samples.ts'

setUpConsole()

const group = (ONE_OF_EACH['deviceGroups.get'] as { deviceGroup: { schedule: object } }).deviceGroup
const slot = { from: '06:00 PM', to: '09:00 PM', storyboardId: 's1' }
const sky = { name: 'Cairo', latitude: 30.06, longitude: 31.25, method: 5 }
const open = (schedule: object) =>
  openConsole('/app/device-group/storyboard/g1', {
    ...ONE_OF_EACH,
    'deviceGroups.get': { deviceGroup: { ...group, schedule: { ...group.schedule, ...schedule } } },
    'deviceGroups.update': { deviceGroup: group },
    'lookups.get': { data: [{ label: 'Cairo, Egypt', value: 'cairo' }] },
    'widgetData.prayer': {
      prayer: { place: 'Cairo', timezone: 'Africa/Cairo', latitude: 30.06, longitude: 31.25, days: [] },
    },
  })

test('a slot follows the sun of a city, in words, and is saved with its place', async () => {
  const { press, page, field, user, server } = open({ timezone: 'Africa/Cairo', slots: [slot] })
  await press('Follow sun or prayer')
  await page().findByText(/^First choose the place/)
  await press('Sun and prayer times')
  await user.click(await field('Place for sun and prayer times'))
  await user.click(await page().findByRole('option', { name: 'Cairo, Egypt' }))
  await user.click(await field('Begins'))
  const [maghrib] = await page().findAllByRole('option', { name: 'Maghrib' })
  if (maghrib) await user.click(maghrib)
  const minutes = await field('Begins: Minutes after')
  await user.clear(minutes)
  await user.type(minutes, '-20')
  await page().findByText(/^from 20 min before Maghrib/)
  await press('Days of the Hijri year')
  await page().findByText(/Ramadan · Every day$/)
  await press('Save schedule')
  await waitFor(() =>
    expect(server.named('deviceGroups.update').at(-1)).toMatchObject({
      body: {
        schedule: {
          sky,
          slots: [{ fromSky: { event: 'maghrib', minutes: -20 }, hijri: { from: '09-01', to: '09-30' } }],
        },
      },
    }),
  )
})

test('slots that overlap on some days of the year name one, and a slot without time says so', async () => {
  const { page } = open({
    ...{ timezone: 'Africa/Cairo', sky },
    slots: [
      { ...slot, fromSky: { event: 'sunset' } },
      { ...slot, from: '03:00 PM', to: '05:15 PM' },
      { ...slot, from: '06:00 AM', to: '06:30 AM', toSky: { event: 'sunrise' } },
    ],
  })
  await page().findByText(/They meet on [A-Z][a-z]+ \d+, for example\.$/)
  await page().findByText(/^Ends before it begins on some days/)
})
