import path from 'node:path'
import { DEMO_PEOPLE, fillDemo } from '@vitrine/demo/fill-demo'
import { newId } from '#lib/ids.ts'
import { makeComment } from './comments.ts'
import { makeGroup, makeLayout, makePart, makeStoryboard, page, showingPart } from './content.ts'
import { followed, sendDeck } from './decks.ts'
import type { Caller, TestServer } from './harness.ts'
import { pdf } from './pdf.ts'
import { makeRole } from './roles.ts'
import { samples } from './samples.ts'
import { TestScreen } from './screen.ts'
import { captionedVideo, form, picture, uploadOne } from './uploads.ts'

const PASSWORD = 'first-sign-in-1'

/** The demo's organization with rows in every table that archives have. */
export async function fullOrganization(
  server: TestServer,
): Promise<Caller & { organizationId: string; screen: TestScreen; groupId: string }> {
  const folder = path.resolve(import.meta.dirname, '../../demo/pictures')
  await fillDemo(server, { email: 'admin@vitrine.local', password: PASSWORD }, folder)
  const admin = await server.signIn({ email: DEMO_PEOPLE.admin.email, password: PASSWORD })
  const superAdmin = await server.signIn()
  const { organizationId } = (await admin.api.auth.profile()).profile
  // Some belong to the installation, or to another state of the organization.
  for (const { make } of Object.values(samples)) await make(admin, superAdmin).catch(() => {})
  await fillPeople(admin)
  await fillContent(admin)
  const played = await fillPlaces(server, admin, organizationId)
  return { ...admin, organizationId, ...played }
}

async function fillPeople(admin: Caller): Promise<void> {
  const roleId = await makeRole(admin, 'Reviewer')
  const body = { ...samples.users?.body?.(7), email: 'reviewer@law.test', role: '2', roleId }
  await admin.api.users.create({ body: body as never })
}

async function fillContent(admin: Caller): Promise<void> {
  const replaced = await uploadOne(admin, 'replaced.png')
  await admin.call(
    'POST',
    `/media/${replaced.id}/file`,
    form([{ name: 'b.png', content: await picture('navy') }]),
  )
  await captionedVideo(admin)
  await admin.api.media.tagMany({ body: { ids: [replaced.id], add: ['Spring', 'Menü'], remove: [] } })
  const { folder } = await admin.api.media.createFolder({ body: { name: 'Outer' } })
  await admin.api.media.createFolder({ body: { name: 'Inner', folderId: folder.id } })
  await followed(admin, await sendDeck(admin, pdf(2)))
  const { id: pageId } = await makeLayout(admin, showingPart((await makePart(admin)).id, { Price: '4.50' }))
  const { people } = await admin.api.comments.people({ params: { id: pageId } })
  const mentions = people.map(({ id }) => id)
  const { id } = await makeComment(admin, { pageId, mentions })
  await admin.api.comments.reply({ params: { id }, body: { text: 'A reply', mentions } })
  const { organizations } = await admin.api.organizations.list()
  const [own] = organizations
  if (own)
    await admin.api.organizations.update({
      params: { id: own.id },
      body: { name: own.name, brand: { ...own.brand, logoId: replaced.id } },
    })
}

async function fillPlaces(server: TestServer, admin: Caller, organizationId: string) {
  const { building } = await admin.api.buildings.create({
    body: { name: 'Annex', location: 'Back', coordinates: '48.2, 16.3', floors: [{ name: 'Ground' }] },
  })
  const floorId = building.floors[0]?.id ?? ''
  const { id: mediaId } = await uploadOne(admin, 'plan.png', await picture('white'))
  const storyboard = await makeStoryboard(admin)
  const loading = {
    ...{ event: 'CLICK_TOUCH', target: '', type: 'SYSTEM', verb: 'LOAD_STORYBOARD' },
    props: { storyboardId: storyboard.id, storyboardName: '' },
  }
  await makeLayout(admin, {
    ...page(),
    config: { inputs: [{ name: `${page().widgets[0]?.id}-actions`, value: [loading] }] },
  })
  const group = await makeGroup(admin, storyboard.id)
  const screen = await TestScreen.claim(server, admin, { name: 'Annex screen', deviceGroupId: group.id })
  const { deviceId } = screen
  await admin.api.floors.plan({ params: { id: floorId }, body: { mediaId } })
  const place = { x: 100, y: 200, facing: 90 }
  await admin.api.floors.place({ params: { id: floorId }, body: { deviceId, place } })
  const size = { columns: 2, rows: 1, panelWidth: 500, panelHeight: 300, gapX: 0, gapY: 0 }
  const wall = { ...size, screens: [deviceId, null] }
  await admin.api.deviceGroups.update({ params: { id: group.id }, body: { name: group.name, wall } })
  const [field] = (await admin.api.screenFields.list()).fields
  if (field)
    await admin.api.screenValues.save({
      body: { changes: [{ of: 'building', id: building.id, fieldId: field.id, value: '=1+1' }] },
    })
  const { database } = server.services
  const decks = database.selectFrom('decks').selectAll().where('organizationId', '=', organizationId)
  const { folderId, duration, storyboardId, createdAt, updatedAt, ...deck } =
    await decks.executeTakeFirstOrThrow()
  const replaced = { replacedBy: 'A person', replacedAt: createdAt, expiresAt: 9e12 }
  await database
    .insertInto('deck_versions')
    .values({ ...deck, id: newId(), deckId: deck.id, removed: '[]', ...replaced })
    .execute()
  return { screen, groupId: group.id }
}
