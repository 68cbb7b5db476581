import { whatPlays } from '@vitrine/contract/schedule/schedule'
import type { PlayerWindow } from '#support/player-window.ts'
import type { Caller, Server } from '#support/server.ts'
import { expect, test } from '#support/test.ts'
import { chainOfShops, hospital, mosque } from '#support/worked-examples.ts'

test.use({ shared: true })

/** A text of the page in front: the next one waits behind it. */
const onGlass = (screen: PlayerWindow, text: string | RegExp) =>
  screen.page.locator('.page[data-state=front]').getByText(text)

/** A picture for the documents, once the page has faded in. */
async function photo(screen: PlayerWindow, name: string) {
  await screen.page.waitForTimeout(1200)
  await screen.page.screenshot({ path: test.info().outputPath(`${name}.png`) })
}

/** For two screens. */
async function license(server: Server, admin: Caller, number: string) {
  const superAdmin = await server.superAdmin()
  const { organizationId } = (await admin.api.auth.profile()).profile
  await superAdmin.api.licences.create({ body: { number, devicesCount: 2, organizationId } })
}

test('a chain of shops: each shows its own values, and the bar only where there is one', async ({
  server,
  openScreen,
}) => {
  const admin = await server.organization('Nile coffee')
  await license(server, admin, 'SHOPS')
  const { groupId, floors } = await chainOfShops(admin)
  const [zamalek, smouha] = [await openScreen(), await openScreen()]
  const place = async (screen: typeof zamalek, name: string, floorId: string) => {
    const id = await screen.connect(admin, name, groupId)
    await admin.api.devices.updateMany({ body: { ids: [id], floorId } })
    return id
  }
  const bar = await place(zamalek, 'Zamalek door', floors.zamalek)
  await place(smouha, 'Smouha door', floors.smouha)
  await admin.api.devices.tagMany({ body: { ids: [bar], add: ['bar'], remove: [] } })
  await expect(onGlass(zamalek, 'Two espressos for 60')).toBeVisible({ timeout: 90_000 })
  await expect(onGlass(zamalek, 'Ask Mona · 02 2735')).toBeVisible()
  await photo(zamalek, 'shops-offer')
  await expect(onGlass(zamalek, 'Happy hour')).toBeVisible({ timeout: 30_000 })
  await photo(zamalek, 'shops-bar')
  await expect(onGlass(smouha, 'Sahlab with nuts for 45')).toBeVisible({ timeout: 30_000 })
  await expect(onGlass(smouha, 'Ask Omar · 03 4201')).toBeVisible()
  await smouha.page.waitForTimeout(8000)
  await expect(onGlass(smouha, 'Sahlab with nuts for 45')).toBeVisible()
  await expect(onGlass(smouha, 'Happy hour')).toBeHidden()
})

test('a hospital: the language of each ward, and a second desk while the queue is long, also offline', async ({
  server,
  openScreen,
}) => {
  const admin = await server.organization('City hospital')
  await license(server, admin, 'WARDS')
  const { groupId, setWaiting } = await hospital(admin)
  const [entrance, ward] = [await openScreen(), await openScreen()]
  await entrance.connect(admin, 'Entrance', groupId)
  const wardId = await ward.connect(admin, 'Ward 3', groupId)
  await admin.api.deviceConfigurations.create({
    body: {
      name: 'Arabic',
      region: { language: 'ar-EG', hours: null, temperature: null, firstDay: null },
      devices: [wardId],
    } as never,
  })
  await expect(onGlass(entrance, 'Now serving')).toBeVisible({ timeout: 90_000 })
  await expect(onGlass(ward, 'الدور الآن')).toBeVisible({ timeout: 90_000 })
  await expect(onGlass(ward, 'A 114')).toBeVisible()
  await photo(ward, 'hospital-arabic')
  await entrance.page.waitForTimeout(7000)
  await expect(onGlass(entrance, 'Desk 2 is open, too')).toBeHidden()
  await setWaiting('9')
  await expect(onGlass(entrance, 'Desk 2 is open, too')).toBeVisible({ timeout: 60_000 })
  await expect(onGlass(ward, 'الشباك 2 مفتوح أيضًا')).toBeVisible({ timeout: 60_000 })
  await photo(entrance, 'hospital-busy')
  await entrance.page.context().setOffline(true)
  await expect(onGlass(entrance, 'Now serving')).toBeVisible({ timeout: 20_000 })
  await expect(onGlass(entrance, 'Desk 2 is open, too')).toBeVisible({ timeout: 20_000 })
})

test('a mosque: what plays follows the prayers of the place, and Ramadan', async ({ server, openScreen }) => {
  const admin = await server.organization('Masjid an-Nur')
  const { group, storyboards } = await mosque(admin)
  const { day, phones, evening, iftar } = storyboards
  const state = { current: { ...group.schedule, activeFrom: 0 }, next: null, override: null }
  const at = (time: string) => whatPlays(state, Date.parse(time)).storyboardId
  // Maghrib in Cairo: 16:57 on 30 November 2026, 18:00 on 25 February 2026, which is 8 Ramadan 1447.
  expect(['12:00', '14:40', '15:30', '18:00'].map((time) => at(`2026-11-30T${time}:00Z`))).toEqual([
    day,
    phones,
    evening,
    day,
  ])
  expect(at('2026-02-25T14:30:00Z')).toBe(iftar)
  const screen = await openScreen()
  await screen.connect(admin, 'Hall', group.id)
  const words = /Masjid an-Nur|turn off your phone|Evening prayer|Iftar/
  await expect(onGlass(screen, words).first()).toBeVisible({ timeout: 90_000 })
  await photo(screen, 'mosque')
})
