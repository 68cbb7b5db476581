// An organization that the fuzzer never calls as: its person and screen keep working while the others are attacked.
import { keeperOf } from './identities.mjs'

const NAME = 'Untouched-5c1e'
const PASSWORD = 'Untouched-9-lives'
export const ADDRESS = '192.0.2.77'
const FACTS = {
  width: 1920,
  height: 1080,
  userAgent: 'Probe',
  playerVersion: '1',
  storage: 'memory',
  touch: false,
}

const documentOf = (text) => ({
  name: `${NAME} layout`,
  width: 1920,
  height: 1080,
  widgets: [
    {
      id: 'w1',
      type: 'text',
      name: 'Text',
      zIndex: 1,
      width: 400,
      height: 100,
      transform: 'translate(1px, 2px)',
    },
  ],
  config: { inputs: [{ name: 'w1-text', value: text }] },
})

export { documentOf }

/** Creates it. Returns the data for the probe, and `find`: texts that no one else may ever see. */
export async function makeUntouched(client, keeper) {
  const email = 'untouched@probe.test'
  const names = { name: NAME, adminFirstName: NAME, adminLastName: 'Admin' }
  const { organization } = await keeper('POST', '/organizations/create', {
    ...names,
    email,
    password: PASSWORD,
  })
  const license = { number: `${NAME}-L`, devicesCount: 5, organizationId: organization.id }
  const { licence } = await keeper('POST', '/licences/create', license)
  const call = await keeperOf(client, { email, password: PASSWORD })
  const { profile } = await call('GET', '/auth/profile')
  const { layout } = await call('POST', '/layout', documentOf('first'))
  const items = [{ layoutId: layout.id, duration: 5 }]
  const board = { name: `${NAME} board`, type: 'designed', items }
  const { storyboard } = await call('POST', '/storyboards/create', board)
  await call('PUT', `/storyboards/${storyboard.id}/approved`)
  const { deviceGroup } = await call('POST', '/device-groups/create', {
    name: `${NAME} group`,
    storyboardId: storyboard.id,
  })
  const house = { name: `${NAME} house`, location: 'Here', floors: [{ name: 'Ground' }] }
  const { building } = await call('POST', '/buildings/create', house)
  const { folder } = await call('POST', '/media/folders', { name: `${NAME} folder` })
  const { code, secret } = await client.call('POST', '/player/pairing', { screen: FACTS }, '', ADDRESS)
  const { device } = await call('POST', '/devices/claim', {
    code,
    name: `${NAME} screen`,
    deviceGroupId: deviceGroup.id,
  })
  const { claimed } = await client.call('POST', '/player/pairing/wait', { secret }, '', ADDRESS)
  const report = { pageId: layout.id, widgetId: 'w1', at: Date.now(), id: 'untouched-1' }
  const answer = { ...report, pageName: NAME, type: 'rating', question: NAME, value: 4 }
  const [from, to] = [Date.now() - 9000, Date.now() - 1000]
  const play = {
    id: 'untouched-2',
    kind: 'page',
    storyboardId: storyboard.id,
    pageId: layout.id,
    mediaId: null,
  }
  await client.call('POST', '/player/answers', { answers: [answer] }, claimed.token, ADDRESS)
  await client.call(
    'POST',
    '/player/plays',
    { plays: [{ ...play, name: NAME, from, to }] },
    claimed.token,
    ADDRESS,
  )
  const ids = [organization, profile, layout, storyboard, deviceGroup, building, folder, device, licence].map(
    ({ id }) => id,
  )
  /** Everything except the probe's own changes and changes over time. */
  const look = async () => {
    const lists = [
      '/user',
      '/buildings',
      '/media',
      '/layout',
      '/storyboards',
      '/devices',
      '/device-groups',
      '/licences',
    ]
    const answers = []
    for (const path of lists) answers.push([path, namesIn(await call('GET', path))])
    return JSON.stringify(answers)
  }
  return {
    ids,
    // Excludes ids: a caller who sends one in a page or a report gets it back.
    texts: [NAME, email],
    before: await look(),
    look,
    probe: { email, password: PASSWORD, screenToken: claimed.token, layoutId: layout.id },
  }
}

/** Ids and names, sorted. */
function namesIn(value, found = []) {
  if (value === null || typeof value !== 'object') return found
  if (typeof value.id === 'string') found.push([value.id, value.name, value.email, value.number])
  for (const each of Object.values(value)) namesIn(each, found)
  return found.sort()
}
