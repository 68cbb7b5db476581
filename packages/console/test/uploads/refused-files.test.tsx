// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import type { Profile } from '@vitrine/contract/api/accounts/auth'
import { expect, test } from 'vitest'
import { dialog, named, openConsole, setUpConsole } from '#test/console-window.tsx'
import { ada, building, ONE_OF_EACH } from '#test/samples.ts'
import { openUpload, PICTURE, shown } from './open-upload.ts'

setUpConsole()

const SHEET = () => new File(['Dish,Price\nSoup,4.50\nTea,2\n'], 'Menu.csv', { type: 'text/csv' })
const CALENDAR = () => new File(['BEGIN:VCALENDAR\nEND:VCALENDAR\n'], 'events.ics', { type: 'text/calendar' })
const table = { columns: ['Dish', 'Price'], rows: [['Soup', '4.50']], found: 1 }
const answers = { 'deviceGroups.list': {}, 'sources.preview': table }
const OLD_SHEET = new File([Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0])], 'Old.xls')

test('a sheet among pictures continues in Play on…, and the pictures stay', async () => {
  const { choose, chosen, press } = await openUpload(answers)
  await choose(PICTURE, SHEET())
  await shown('Menu.csv is data. Screens show it as a board that follows it.')
  await press('Play Menu.csv on…')
  await (await dialog('Play on…')).page().findByText('Menu: a board with 1 row that follows the sheet')
  expect(chosen()).toEqual(['Remove shop.gif'])
})

test('a calendar continues as a data source, with its name, type, and file', async () => {
  const { choose, press, field, page } = await openUpload(answers)
  await choose(CALENDAR())
  await shown('events.ics is data. Screens show it as a board that follows it.')
  await press('Add data source')
  expect(await field(/^Name/)).toHaveProperty('value', 'events')
  await page().findByText('events.ics')
})

test('formats that nothing opens say how to save them, and offer no way', async () => {
  await openUpload(answers)
  // The system's chooser can show all files, and a drop brings any.
  const event = new Event('drop', { bubbles: true, cancelable: true })
  Object.assign(event, {
    dataTransfer: { files: [OLD_SHEET, new File(['Dear all'], 'letter.txt')], types: ['Files'] },
  })
  const [zone] = named('button', 'Choose files')
  zone?.dispatchEvent(event)
  await shown('Old.xls: save it as .xlsx first.')
  await shown(/^Screens can't show letter.txt/)
  expect(named('button', /^Play .+ on…$/)).toEqual([])
})

test('a picker leads on too, and closes first', async () => {
  const floor = { id: 'f1', name: 'Ground', planId: null, plan: null, devices: [] }
  const tower = { ...building, floors: [floor] }
  const places = { 'floors.list': { buildings: [tower] }, 'floors.plan': { floor } }
  const form = openConsole('/app/floors/f1', { ...ONE_OF_EACH, ...answers, ...places })
  await form.press('Choose from media library')
  const picker = await dialog('Choose from the media library')
  await form.user.upload(await picker.field('Choose files'), SHEET())
  await picker.page().findByText('Menu.csv is data. Screens show it as a board that follows it.')
  await picker.press('Play Menu.csv on…')
  await dialog('Play on…')
  await waitFor(() => expect(named('dialog', 'Choose from the media library')).toEqual([]))
})

test('who may not switch screens gets the data source alone', async () => {
  const editor: Partial<Profile> = { role: '2', permissions: ['media'] }
  const profile = { profile: { ...ada, ...editor } }
  const form = openConsole(
    '/app/media-library',
    { ...ONE_OF_EACH, ...answers, 'auth.profile': profile },
    editor,
  )
  await form.press('Upload')
  await form.user.upload(await form.field('Choose files'), SHEET())
  await shown(/^Menu.csv is data/)
  expect(named('button', /^Play .+ on…$/)).toEqual([])
  expect(named('button', 'Add data source')).toHaveLength(1)
})
