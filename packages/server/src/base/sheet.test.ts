import { describe, expect, it } from 'vitest'
import { makeGroup } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { readSheet } from './sheet.ts'

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')

describe('a CSV file', () => {
  const read = (text: string | Buffer) => readSheet('buildings', base64(text))
  const HEAD = 'Building,Location,Coordinates,Floor'

  it('may use commas, semicolons, or tabs, quotes, a byte order mark, and any order of columns', () => {
    const expected = [
      { line: 2, values: { Building: 'A, "B"', Location: 'Here', Coordinates: '', Floor: 'Ground' } },
    ]
    expect(read('\ufefffloor,LOCATION,Building\r\nGround,Here,"A, ""B"""\r\n')).toEqual(expected)
    expect(read('Floor;Location;Building\nGround;Here;"A, ""B"""')).toEqual(expected)
    expect(read('Floor\tLocation\tBuilding\nGround\tHere\t"A, ""B"""')).toEqual(expected)
    expect(read('sep=;\nFloor;Location;Building\nGround;Here;"A, ""B"""')).toEqual([
      { ...expected[0], line: 3 },
    ])
  })

  it('may be in UTF-16 or in an encoding of its country', () => {
    const text = 'Building,Location,Floor\nMüllerstraße,Österreich,Küche'
    for (const bytes of [
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from(text, 'latin1'),
      Buffer.from(text),
    ])
      expect(read(bytes)[0]?.values.Building).toBe('Müllerstraße')
  })

  it('keeps formulas as texts, without the apostrophe of an export', () => {
    expect(read(`${HEAD}\n=1+1,'=2+2,,'x`)[0]?.values).toMatchObject({
      Building: '=1+1',
      Location: '=2+2',
      Floor: "'x",
    })
  })

  it('is refused in a sentence', () => {
    const says = (text: string | Buffer) => {
      try {
        read(text)
        return ''
      } catch (error) {
        return (error as Error).message
      }
    }
    expect(says('')).toContain('no rows')
    expect(says(HEAD)).toContain('no rows below')
    expect(says('Building,Floor\nA,B')).toContain('Location is missing')
    expect(says(`${HEAD},Price\nA,B,,C,1`)).toContain('"Price" is unknown')
    expect(says(`${HEAD},Floor\nA,B,,C,D`)).toContain('twice')
    expect(says(`${HEAD}\n"A,B,,C`)).toContain("isn't closed")
    expect(says(`${HEAD}\n${'A,B,,C\n'.repeat(10_001)}`)).toContain('more than 10000')
    expect(says(Buffer.from('PK\u0003\u0004\0\0\0\0'))).toContain("isn't a CSV file")
  })
})

describe('an import', () => {
  const server = useServer()
  const send = (caller: Caller, path: string, text: string, isDryRun = false) =>
    caller.call('POST', `${path}/import${isDryRun ? '?dryRun=true' : ''}`, { content: base64(text) })
  const licensed = async () => {
    const admin = await server().organization()
    const superAdmin = await server().signIn()
    const { organizationId } = admin
    const body = { number: `S-${organizationId}`, devicesCount: 3, organizationId }
    await superAdmin.api.licences.create({ body })
    return admin
  }

  it('makes buildings with the floors of their rows, and none in a dry run', async () => {
    const admin = await server().organization()
    const text = 'Building,Location,Floor\nA,Here,Ground\nA,Here,First\nB,There,Ground'
    expect((await send(admin, '/buildings', text, true)).body).toMatchObject({ problems: 0 })
    expect((await admin.api.buildings.list()).buildings).toEqual([])
    expect((await send(admin, '/buildings', text)).status).toBe(200)
    const { buildings } = await admin.api.buildings.list()
    expect(buildings.map(({ name, floors }) => [name, floors.map((floor) => floor.name)])).toEqual([
      ['A', ['Ground', 'First']],
      ['B', ['Ground']],
    ])
    const entries = (await admin.api.audit.list()).entries.map(({ action }) => action)
    expect(entries.filter((action) => action === 'buildings.import')).toHaveLength(1)
    const again = await send(admin, '/buildings', `${text}\nC,X,G\nC,Y,H\nC,X,G`, true)
    const { rows } = again.body as { rows: { line: number; problem: string | null }[] }
    expect(rows.map(({ line, problem }) => [line, problem])).toEqual([
      [2, 'There is a building named A already.'],
      [3, 'There is a building named A already.'],
      [4, 'There is a building named B already.'],
      [5, null],
      [6, 'C has another value under Location in row 5.'],
      [7, 'C has two floors named G.'],
    ])
  })

  it('makes screens that wait for their players: with group, floor, and tags, within the license', async () => {
    const admin = await licensed()
    const group = await makeGroup(admin)
    await send(admin, '/buildings', 'Building,Location,Floor\nA,Here,Ground\nA,Here,First')
    const head = 'Name;Type;Group;Building;Floor;Tags'
    const text = `${head}\nOne;touch;${group.name};A;first;"menu, Lobby"\nTwo;;;;;`
    expect((await send(admin, '/devices', text)).body).toMatchObject({ problems: 0 })
    const { devices } = await admin.api.devices.list()
    const [one, two] = devices
    expect(one).toMatchObject({ name: 'One', type: 2, connection: 'never', tags: ['Lobby', 'menu'] })
    expect(one?.deviceGroupId).toBe(group.id)
    expect([one?.floorId === null, two?.floorId]).toEqual([false, null])
    const wrong = `${head}\nOne;;;;;\nX;radio;;;;\nX;;Nowhere;;;\nX;;;A;;\nX;;;A;Attic;\nX;;;B;;\nX;;;;Attic;\n;tv;;;;\nY;;;;;\nZ;;;;;`
    const { body } = await send(admin, '/devices', wrong, true)
    const { rows } = body as { rows: { problem: string | null }[] }
    expect(rows.map(({ problem }) => problem)).toEqual([
      'There is a screen named One already.',
      'radio is no type. Use tv, mobile, touch.',
      'There is no group named Nowhere.',
      'A has several floors. Name one of them.',
      'A has no floor named Attic.',
      'There is no building named B.',
      'A floor needs its building.',
      'Name is required.',
      null,
      'All seats of the license are in use. Disconnect a screen first.',
    ])
    const refusal = await send(admin, '/devices', wrong)
    expect(refusal.status).toBe(400)
    expect(JSON.stringify(refusal.body)).toContain('There is a screen named One already.')
    expect((await admin.api.devices.list()).devices).toHaveLength(2)
  })

  it('makes accounts without a password, of addresses that are free', async () => {
    const admin = await server().organization()
    const head = 'First name,Last name,Email,Role,Permissions'
    const text = `${head}\nAda,L,ada@sheet.test,,"media, cards"\nBob,M,bob@sheet.test,Admin,`
    expect((await send(admin, '/user', text)).status).toBe(200)
    const { users } = await admin.api.users.list({ query: { search: 'sheet.test' } })
    expect(users.map(({ email, role, permissions }) => [email, role, permissions])).toEqual([
      ['ada@sheet.test', '2', ['media', 'cards']],
      ['bob@sheet.test', '1', []],
    ])
    await refused(
      server()
        .as()
        .api.auth.login({ body: { email: 'ada@sheet.test', password: 'password-1' } }),
    )
    const wrong = `${head}\nA,B,ada@sheet.test,,\nA,B,c@sheet.test,king,\nA,B,c@sheet.test,,fly\nA,B,nothing,,\nA,B,d@sheet.test,,\nA,B,D@sheet.test,,`
    const { body } = await send(admin, '/user', wrong, true)
    const { rows } = body as { rows: { problem: string | null }[] }
    expect(rows.map(({ problem }) => problem === null)).toEqual([false, false, false, false, true, false])
    expect(rows.map(({ problem }) => problem ?? '').join(' ')).toMatch(
      /king is no role.*fly is no permission.*d@sheet.test is there twice/,
    )
  })

  it('is refused to people whose rights end somewhere, and to users without the permission', async () => {
    const admin = await server().organization()
    const user = await server().user(admin, ['media'])
    for (const path of ['/devices', '/buildings', '/user'])
      expect((await send(user, path, 'Name\nX')).status).toBe(403)
  })
})
