import type { Route } from '@vitrine/contract/route'

/** Routes that aren't called, and why the number of rows can't affect them. */
export const UNCALLED: Record<string, string> = {
  'widgetData.weather': 'asks another server, of which the database keeps nothing',
  'organizations.remove':
    'ends the organization that all other calls are about; refused while it has content',
  'sessions.endOthers': 'one deletion of all sessions of a person, and it would end those of the calls',
  'devices.cancelPlanned':
    'one deletion of the rows that it names; screens with as many planned switches would each have another storyboard to load',
  'archives.create': 'starts a job, which reads every table of the organization once',
  'backups.take': 'starts a job, which reads every table once',
  'backups.restore': 'replaces the database',
  'backups.check': 'starts a job, which reads every file once',
  'backups.drill': 'starts a job, which restores a backup once',
}

/** Calls that can't succeed here, their responses, and why the refusal is proof enough. */
export const REFUSED: Record<string, [status: number, why: string]> = {
  ...Object.fromEntries(
    [
      ...['auth.verifyEmail', 'auth.verifyMobile', 'auth.verifyPassword', 'auth.refresh'],
      ...['secondFactor.confirm'],
      ...[
        'devices.findPairing',
        'devices.claim',
        'devices.replace',
        'player.awaitPairing',
        'player.takeOver',
      ],
    ].map((name) => [name, [400, 'finds one row by the code that a screen shows']]),
  ),
  ...Object.fromEntries(
    [
      ...['packages.file', 'setups.file', 'machines.policy', 'mediaVersions.file', 'devices.log'],
      ...['decks.download', 'deckVersions.download', 'deckVersions.restore', 'trash.picture'],
    ].map((name) => [name, [404, 'sends one file, found by its name']]),
  ),
  ...Object.fromEntries(
    [
      ...['player.file', 'player.sendFile', 'screenSites.check', 'player.commandDone', 'player.action'],
      ...['machines.register', 'machines.sendLog', 'neighbors.find', 'neighbors.signal', 'decks.replace'],
    ].map((name) => [name, [400, 'concerns one file or command of one screen or deck']]),
  ),
  ...Object.fromEntries(
    ['begin', 'beginLogin'].map((name) => [
      `passkeys.${name}`,
      [403, 'the console of the laws has no name; finds up to 20 rows of one person'],
    ]),
  ),
  'passkeys.create': [400, 'finds one person, and up to 20 rows'],
  'passkeys.login': [400, 'finds one row by the id of the passkey'],
  ...Object.fromEntries(
    ['site.logo', 'screenSite.logo'].map((name) => [
      name,
      [404, 'sends one file, found by the host name of the console'],
    ]),
  ),
  'triggerCalls.fire': [404, 'finds one trigger by its secret'],
  'triggerCalls.open': [404, 'finds one trigger by its secret'],
  'webhooks.replay': [404, 'finds one delivery by its id'],
  'archives.import': [400, 'finds one upload by its id'],
  'layoutImports.import': [400, 'finds one upload by its id'],
  'devices.import': [400, 'reads the names of groups, floors, and screens once'],
  'buildings.import': [400, 'reads the names of buildings once'],
  'users.import': [400, 'reads nothing but the rows of the file'],
  'approvals.file': [404, 'finds one file by its hash'],
  'approvals.decide': [404, 'finds what it names, up to 100'],
  ...Object.fromEntries(
    ['begin', 'finish', 'enter', 'logout'].map((name) => [
      `providerLogin.${name}`,
      [400, 'finds one provider, and one person by issuer and subject'],
    ]),
  ),
  'media.continueUpload': [415, 'adds bytes to one upload'],
  'captions.save': [400, 'concerns one video'],
  'captions.file': [404, 'sends one file, found by its name'],
  'videoCopies.make': [415, 'concerns one video'],
  'conversions.confirm': [409, 'concerns one conversion'],
  'buildings.remove': [409, 'finds everything that uses it, which a refusal lists'],
  'media.removeFolder': [409, 'finds everything that uses it, which a refusal lists'],
  'layouts.remove': [409, 'finds everything that uses it, which a refusal lists'],
  'storyboards.remove': [409, 'finds everything that uses it, which a refusal lists'],
}

/** Entities of which an organization has fewer than 1,000; more are refused. */
export const LIMITED: Record<string, number> = {
  'allowedSites.add': 400,
  'sources.create': 400,
  'alerts.create': 413,
  'alerts.test': 429,
}

/** Reads before writes before deletions, so that each finds its subject. */
export const orderOf = ({ method }: Route): number =>
  method === 'GET' || method === 'HEAD' ? 0 : method === 'DELETE' ? 2 : 1
