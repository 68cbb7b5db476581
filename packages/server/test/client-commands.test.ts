import type { Permission } from '@vitrine/contract/permissions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ClientProject } from '#test/client-package.ts'
import { makeStoryboard } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { uploadOne } from '#test/uploads.ts'
import { menuBoard } from '#test/zip.ts'

const ALL: Permission[] = ['devices', 'device-groups', 'media']

describe('the commands of the client', () => {
  const server = useServer()
  let project: ClientProject
  let admin: Caller
  let key: string
  const keyWith = async (permissions: Permission[]) =>
    (await admin.api.apiKeys.create({ body: { name: 'Command', permissions } })).secret
  /** Runs `vitrine` with these arguments. */
  const run = async (args: string[], { as = key }: { as?: string } = {}) => {
    const env = { VITRINE_URL: server().origins.console, VITRINE_KEY: as }
    const ended = await project.run('vitrine', args, env)
    expect(ended.out + ended.err).not.toContain(as || 'vtr_')
    return ended
  }
  const done = async (...args: string[]) => {
    const { code, out, err } = await run(args)
    expect(err).toBe('')
    expect(code).toBe(0)
    return out
  }
  const screen = async (name: string, deviceGroupId?: string) =>
    (await TestScreen.claim(server(), admin, { name, deviceGroupId })).deviceId
  const group = async (name: string) => (await admin.api.deviceGroups.create({ body: { name } })).deviceGroup
  const switches = async () => (await admin.api.devices.switches({ query: {} })).switches

  beforeAll(async () => {
    project = await ClientProject.make()
  })
  beforeEach(async () => {
    const made = await server().organization()
    const { organizationId } = made
    const body = { number: `C-${organizationId}`, devicesCount: 5, organizationId }
    await (await server().signIn()).api.licences.create({ body })
    admin = made
    key = await keyWith(ALL)
  })
  afterAll(() => project?.remove())

  it('help, unknown commands, and missing settings', async () => {
    expect(await done('--help')).toContain('vitrine media replace FILE --id ID')
    expect(await done('play', '--help')).toContain('--until next-slot|manual|TIME')
    for (const args of [
      ['dance'],
      ['screens', '--color'],
      ['screens', 'extra'],
      ['media', 'replace', 'a.zip'],
    ])
      expect((await run(args)).code, args.join(' ')).toBe(2)
    const unset = await run(['screens'], { as: '' })
    expect([unset.code, unset.err]).toEqual([2, expect.stringContaining('Set VITRINE_KEY')])
    const broken = await project.run('vitrine', ['screens'], {
      VITRINE_URL: server().origins.console,
      VITRINE_KEY: 'vtr_secret\nline',
    })
    expect([broken.code, broken.out]).toEqual([2, ''])
    expect(broken.err).not.toContain('secret')
  })

  it('screens lists screens by status, as a table or as JSON', async () => {
    await screen('Lobby 1', (await group('Lobby')).id)
    const table = await done('screens')
    expect(table).toMatch(/^SCREEN +GROUP +CONNECTION/)
    expect(table).toMatch(/^Lobby 1 +Lobby /m)
    expect(JSON.parse(await done('screens', '--json'))).toMatchObject([{ name: 'Lobby 1' }])
    expect(JSON.parse(await done('screens', '--status', 'behind', '--json'))).toEqual([])
    const wrong = await run(['screens', '--status', 'sleepy'])
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('There are: right, differs')])
  })

  it('media replace uploads a file in place of another', async () => {
    const media = await uploadOne(admin, 'menu.zip', menuBoard())
    await project.write('menu.zip', menuBoard())
    expect(await done('media', 'replace', 'menu.zip', '--id', media.id)).toBe(
      `Replaced the file of "${media.name}"\n`,
    )
    expect((await admin.api.mediaVersions.list({ params: { id: media.id } })).versions).toHaveLength(1)
    expect((await run(['media', 'replace', 'gone.zip', '--id', media.id])).err).toBe(
      'There is no file gone.zip\n',
    )
    expect((await run(['media', 'replace', 'menu.zip', '--id', 'gone'])).code).toBe(1)
  })

  it('play sends a storyboard to groups and screens, until a time', async () => {
    const { name } = await makeStoryboard(admin)
    const { id } = await group('Lobby')
    const inside = [await screen('Lobby 1', id), await screen('Lobby 2', id)]
    const bar = await screen('Bar')
    expect(await done('play', '--group', 'lobby', '--storyboard', name)).toContain('to 2 screens: "Lobby')
    expect((await switches()).map(({ deviceId }) => deviceId).sort()).toEqual(inside.sort())
    await done('play', '--screen', 'Bar', '--storyboard', name, '--until', '2026-11-22T18:00:00Z')
    expect((await switches()).find(({ deviceId }) => deviceId === bar)).toMatchObject({
      end: 'time',
      until: Date.parse('2026-11-22T18:00:00Z'),
    })
    expect((await run(['play', '--screen', 'Bar', '--storyboard', name, '--until', 'noon'])).code).toBe(2)
  })

  it('names that are unknown or ambiguous list what there is, and nothing is sent', async () => {
    const { name } = await makeStoryboard(admin)
    const ids = [await screen('Bar'), await screen('Bar')]
    await screen('Lobby 1')
    const args = (...rest: string[]) => ['play', '--storyboard', name, ...rest]
    const unknown = await run(args('--screen', 'Lobby 1', '--screen', 'Loby'))
    expect([unknown.code, unknown.err]).toEqual([
      1,
      expect.stringMatching(/^There is no screen "Loby"\. There are: ("Bar", |"Lobby 1"(, )?)+/),
    ])
    const two = await run(args('--screen', 'Bar'))
    expect([two.code, two.err]).toEqual([
      1,
      expect.stringContaining('2 screens have the name "Bar". Use an id'),
    ])
    for (const id of ids) expect(two.err).toContain(id)
    expect((await run(args('--group', 'Lobby'))).err).toContain('There are no groups')
    expect(await switches()).toEqual([])
    await done(...args('--screen', ids[0] ?? ''))
    expect(await switches()).toHaveLength(1)
  })

  it('a wrong key, and one that may only view, are refused in words, and nothing is half done', async () => {
    const { name } = await makeStoryboard(admin)
    await screen('Bar', (await group('Lobby')).id)
    const play = ['play', '--group', 'Lobby', '--storyboard', name]
    const wrong = await run(play, { as: 'vtr_wrong' })
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("doesn't accept this key")])
    const viewer = await keyWith([])
    await project.write(
      'organization.yaml',
      'groups: [{ name: Hall }]\nscreens: [{ name: Bar, tags: [new] }]\n',
    )
    for (const args of [play, ['apply', 'organization.yaml', '--yes']]) {
      const { code, err } = await run(args, { as: viewer })
      expect([code, err]).toEqual([1, expect.stringContaining('This key may not do this')])
    }
    // It may create the group, but not tag the screen.
    const groupsOnly = await keyWith(['device-groups'])
    expect((await run(['apply', 'organization.yaml', '--yes'], { as: groupsOnly })).code).toBe(1)
    expect(await switches()).toEqual([])
    const { devicesGroups } = await admin.api.deviceGroups.list({ query: {} })
    expect(devicesGroups.map((each) => each.name)).toEqual(['Lobby'])
  })

  describe('apply', () => {
    const apply = async (file: string, ...more: string[]) => {
      await project.write('organization.yaml', file)
      return run(['apply', 'organization.yaml', ...more])
    }

    it('makes the organization equal to a file, and a second run changes nothing', async () => {
      const { name } = await makeStoryboard(admin)
      const [lobby, bar] = [await group('Lobby'), await screen('Bar')]
      await screen('Lobby 1')
      const file = `
groups:
  - { id: ${lobby.id}, name: Foyer }
  - name: Canteen
    tags: [food]
    schedule:
      timezone: Europe/Berlin
      default: ${name}
      slots:
        - { storyboard: ${name}, from: 11:00, to: 14:00, days: [mon, fri] }
        - { storyboard: ${name}, from: 22:00, to: 06:00, screens: { anyTags: [Night] } }
screens:
  - { name: Lobby 1, group: Foyer, tags: [entrance, ground] }
  - { id: ${bar}, name: Coffee bar, group: Canteen, tags: [entrance, ground] }
`
      const asked = await apply(file)
      expect([asked.code, asked.err]).toEqual([2, expect.stringContaining('Add --yes')])
      expect(asked.out.split('\n')).toEqual([
        'group "Lobby": rename to "Foyer"',
        'group "Canteen": create with 2 time slots, tags +food',
        'screen "Lobby 1": group none → "Foyer", tags +entrance +ground',
        'screen "Bar": rename to "Coffee bar", group none → "Canteen", tags +entrance +ground',
        '',
      ])
      expect((await admin.api.deviceGroups.list({ query: {} })).devicesGroups).toHaveLength(1)

      expect(await apply(file, '--yes')).toMatchObject({ code: 0, out: expect.stringContaining('Done: 4') })
      expect(await apply(file, '--yes')).toMatchObject({ code: 0, out: 'Nothing to do\n' })
      const { devicesGroups } = await admin.api.deviceGroups.list({ query: { search: 'Canteen' } })
      expect(devicesGroups).toMatchObject([{ devices: [bar], tags: ['food'] }])
      expect(devicesGroups[0]?.schedule).toMatchObject({
        timezone: 'Europe/Berlin',
        slots: [
          { from: '11:00 AM', to: '02:00 PM', days: [1, 5] },
          { from: '10:00 PM', to: '06:00 AM', overnight: true, screens: { anyTags: ['Night'] } },
        ],
      })
      const { devices } = await admin.api.devices.list({ query: { sort: 'name' } })
      expect(devices.map((each) => [each.name, each.deviceGroup?.name, each.tags])).toEqual([
        ['Coffee bar', 'Canteen', ['entrance', 'ground']],
        ['Lobby 1', 'Foyer', ['entrance', 'ground']],
      ])
    })

    it('slots follow the sun and the Hijri year from a file, and are in an export', async () => {
      const { name } = await makeStoryboard(admin)
      await group('Mosque')
      const file = (
        slot: string,
        place = 'place: { name: Cairo, latitude: 30.06, longitude: 31.25, method: 5 }',
      ) => `
groups:
  - name: Mosque
    schedule:
      timezone: Africa/Cairo
      ${place}
      hijriShift: 1
      slots:
        - { storyboard: ${name}, ${slot} }
`
      const ramadan = file('from: maghrib-20, to: isha, hijri: { from: 09-01, to: 09-30 }')
      expect(await apply(ramadan, '--yes')).toMatchObject({ code: 0 })
      expect(await apply(ramadan, '--yes')).toMatchObject({ out: 'Nothing to do\n' })
      expect(await apply(await done('export'), '--yes')).toMatchObject({ out: 'Nothing to do\n' })
      const { devicesGroups } = await admin.api.deviceGroups.list({ query: {} })
      expect(devicesGroups[0]?.schedule).toMatchObject({
        sky: { name: 'Cairo', method: 5 },
        hijriShift: 1,
        slots: [
          {
            fromSky: { event: 'maghrib', minutes: -20 },
            toSky: { event: 'isha' },
            hijri: { from: '09-01', to: '09-30' },
            // For players that don't follow the sun: those of the equinox.
            from: expect.stringMatching(/^05:4. PM$/),
          },
        ],
      })
      for (const [slot, problem] of [
        ['from: moonrise, to: isha', 'write a time from 00:00'],
        ['from: sunset-999, to: isha', 'write a time from 00:00'],
        ['from: isha, to: 23:00, hijri: { from: 13-01, to: 09-30 }', 'write a Hijri day'],
      ] as const)
        expect((await apply(file(slot), '--yes')).err).toContain(problem)
    })

    it('an exported file changes nothing, and an edit of it only that', async () => {
      const { id: storyboardId } = await makeStoryboard(admin)
      const { id } = await group('Lobby')
      await screen('Bar', id)
      await screen('Bar')
      const schedule = {
        defaultStoryboardId: storyboardId,
        slots: [
          { from: '12:00 AM', to: '06:00 AM', storyboardId, days: [0, 6] },
          { from: '08:00 PM', to: '12:00 AM', storyboardId, startDate: '2026-12-01', except: ['2026-12-24'] },
        ],
      }
      await admin.api.deviceGroups.update({ params: { id }, query: {}, body: { name: 'Lobby', schedule } })
      const file = await done('export')
      expect(await apply(file, '--yes')).toMatchObject({ code: 0, out: 'Nothing to do\n' })
      expect(parse(file).groups[0].schedule.slots[1]).toMatchObject({ from: '20:00', to: '24:00' })
      const edited = await apply(file.replace('to: "24:00"', 'to: "23:00"').replace('to: 24:00', 'to: 23:00'))
      expect(edited.out).toBe(
        'group "Lobby": schedule changes (2 time slots, before 2), 1 screen would play something else\n',
      )
    })

    it('a file with mistakes is refused with the line of each', async () => {
      const { name } = await makeStoryboard(admin, { approve: false })
      await screen('Bar')
      const file = `groups:
  - name: Lobby
    colour: red
    schedule:
      default: ${name}
      slots:
        - { storyboard: Lunch, from: 8, to: 25:00 }
screens:
  - name: Bar
    group: Hall
  - tags: [a]
  - name: Barr
  - name: Bar
`.replace('colour', 'paint')
      const first = await apply(file, '--yes')
      expect([first.code, first.err.split('\n')]).toEqual([
        1,
        [
          'organization.yaml:3: there is no key paint; the keys are id, name, tags, schedule',
          'organization.yaml:7: write a time from 00:00 to 24:00, or one like sunrise, sunset-30, or isha+15',
          'organization.yaml:11: add name',
          '',
        ],
      ])
      const repaired = file.replace('8, to: 25:00', '08:00, to: 09:00')
      const second = await apply(
        repaired.replace('    paint: red\n', '').replace('  - tags: [a]\n', ''),
        '--yes',
      )
      expect(second.err.split('\n')).toEqual([
        expect.stringMatching(/^organization\.yaml:4: the storyboard ".+" isn't approved$/),
        expect.stringMatching(/^organization\.yaml:6: There is no storyboard "Lunch"\. There are: /),
        'organization.yaml:8: There is no group "Hall". There are: "Lobby"',
        expect.stringContaining(
          'organization.yaml:10: There is no screen "Barr". There are: "Bar". New screens',
        ),
        'organization.yaml:11: line 8 is about the same screen',
        '',
      ])
      expect((await apply('groups: [', '--yes')).err).toMatch(/^organization\.yaml:1: /)
      expect(await apply('', '--yes')).toMatchObject({ code: 0, out: 'Nothing to do\n' })
      expect((await admin.api.deviceGroups.list({ query: {} })).devicesGroups).toEqual([])
    })
  })
})
