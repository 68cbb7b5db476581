import { describe, expect, test } from 'vitest'
import { readSettings, SETTING_NAMES } from './env.ts'
import { settingWarnings } from './unknown-settings.ts'

const read = (PLAYER_URL: string, CONTENT_URL: string) => readSettings({ PLAYER_URL, CONTENT_URL })

test.each([
  ['https://play.example.org', 'https://content.example.org'],
  ['https://play.example.org', 'https://play.example.org:8443'],
  ['http://192.168.1.10:8081', 'http://192.168.1.10:8082/'],
  ['http://localhost:8081', 'http://localhost:8082'],
  ['https://play.shop.co.uk', 'https://content.shop.co.uk'],
])('%s and %s are one site, so packages play offline', (player, content) => {
  expect(read(player, content).CONTENT_URL).toBe(content.replace(/\/$/, ''))
})

test.each([
  ['https://play.example.org', 'https://content.example.com'],
  ['https://play.example.org', 'http://content.example.org'],
  ['http://192.168.1.10:8081', 'http://192.168.1.11:8082'],
  ['https://play.co.uk', 'https://content.co.uk'],
  ['https://play.example.org', ''],
  ['', 'https://content.example.org'],
])('%s and %s stop the start with a sentence that names them', (player, content) => {
  expect(() => read(player, content)).toThrow(/CONTENT_URL/)
})

const IPV4 = 'http://192.168.1.10:8080'
const IPV6 = 'http://[fd00::10]:8080'
const PATH = 'https://example.org/signage'
/** Of each setting: what is accepted, and what is refused; an empty value is as none. */
const VALUES: Record<string, { good: string[]; wrong?: string[]; beside?: Record<string, string> }> = {
  ROLE: { good: ['api edge', 'jobs'], wrong: ['web'], beside: { DATABASE_URL: 'postgres://a@b/c' } },
  HOST: {
    good: ['0.0.0.0', '127.0.0.1', '::', '::1', '[::1]', 'fe80::1%eth0', 'localhost', 'signage.example.org'],
    wrong: ['http://127.0.0.1', '127.0.0.1:8080', '::1/64', 'a b', '[::1]:8080', '/tmp/socket'],
  },
  ...Object.fromEntries(
    ['PORT', 'PLAYER_PORT', 'CONTENT_PORT'].map((name) => [
      name,
      { good: ['0', '65535'], wrong: ['65536', '-1', '80.5', 'http', '::1'] },
    ]),
  ),
  PUBLIC_URL: {
    good: [IPV4, IPV6, 'https://Example.org/'],
    wrong: [PATH, 'example.org', 'ftp://a.b', 'https://a@b.c', 'https://a.b?c', '192.168.1.10:8080'],
  },
  PLAYER_URL: { good: [IPV4, IPV6], wrong: [PATH, 'example.org'], beside: { CONTENT_URL: '=' } },
  CONTENT_URL: { good: [IPV4, IPV6], wrong: [PATH, 'example.org'], beside: { PLAYER_URL: '=' } },
  TLS_CERT: { good: ['/etc/cert.pem'], beside: { TLS_KEY: '/etc/key.pem' } },
  TLS_KEY: { good: ['/etc/key.pem'], beside: { TLS_CERT: '/etc/cert.pem' } },
  DATA_DIR: { good: ['/var/lib/vitrine', 'data'] },
  SECRET_KEY: { good: ['k'.repeat(32)], wrong: ['k'.repeat(31)] },
  SECRET_KEY_FILE: { good: ['/run/secrets/key'] },
  ADMIN_EMAIL: { good: ['me@example.org'], wrong: ['me', 'me@', IPV4] },
  ADMIN_PASSWORD: { good: ['pass-word-1'], wrong: ['short-1', 'no-digit-here'] },
  DATABASE_URL: {
    good: ['postgres://a:b@127.0.0.1/c', 'postgresql://a@[::1]:5432/c'],
    wrong: ['mysql://a@b/c', 'localhost:5432', '/var/run/postgresql', IPV4],
  },
  DATABASE_CONNECTIONS: { good: ['4', '500'], wrong: ['3', '501', 'many'] },
  DATABASE_WAIT_SECONDS: { good: ['0', '0.5', '86400'], wrong: ['-1', '86401', 'long'] },
  CLICKHOUSE_URL: {
    good: ['http://a:b@127.0.0.1:8123/plays', 'https://[::1]:8443/plays'],
    wrong: ['clickhouse://a/b', 'a:8123'],
  },
  S3_BUCKET: { good: ['vitrine'], wrong: ['b'.repeat(256), PATH, 'a/b'] },
  S3_ENDPOINT: { good: [IPV4, IPV6, PATH], wrong: ['storage:9000', 's3://bucket'] },
  S3_REGION: { good: ['eu-central-1'], wrong: ['r'.repeat(65)] },
  S3_ACCESS_KEY_ID: { good: ['key'], beside: { S3_SECRET_ACCESS_KEY: 'secret' } },
  S3_SECRET_ACCESS_KEY: { good: ['secret'], beside: { S3_ACCESS_KEY_ID: 'key' } },
  S3_PREFIX: { good: ['vitrine/', 'a/b/'], wrong: ['vitrine', '/a/', IPV4] },
  CORS_ORIGINS: { good: [IPV4, IPV6, `${IPV4}, ${IPV6}`], wrong: [PATH, 'example.org', '*'] },
  FORMER_PLAYER_URLS: { good: [IPV4, IPV6], wrong: [PATH, 'example.org'] },
  TRUSTED_PROXIES: { good: ['10.0.0.0/8', '::1', 'fd00::/8 127.0.0.1'], wrong: ['proxy.example.org', IPV4] },
  REGISTRATION: { good: ['open', 'closed'], wrong: ['no'] },
  SMTP_URL: { good: ['smtp://a:b@127.0.0.1:25', 'smtps://[::1]'], wrong: ['mail.example.org', IPV4] },
  SMTP_TLS: { good: ['required', 'optional'], wrong: ['yes'] },
  MAIL_FROM: { good: ['Vitrine <a@example.org>'], wrong: ['m'.repeat(301)] },
  SUPPORT_EMAIL: { good: ['help@example.org'], wrong: ['help'] },
  SMS_URL: { good: [IPV4, IPV6, PATH], wrong: ['sms.example.org'] },
  SMS_FROM: { good: ['Vitrine'], wrong: ['s'.repeat(41)] },
  WEATHER_URL: { good: [IPV4, IPV6, PATH], wrong: ['weather.example.org'] },
  LOCAL_HOSTS: { good: ['news.example.lan', '10.0.0.5:8000', '[fd00::1]:80'], wrong: [PATH, 'a@b'] },
  HTTP_PROXY: { good: ['http://a:b@10.0.0.1:3128', 'https://proxy'], wrong: ['proxy:3128', 'socks5://a'] },
  HTTPS_PROXY: { good: ['http://a:b@10.0.0.1:3128', 'https://proxy'], wrong: ['proxy:3128', 'socks5://a'] },
  NO_PROXY: { good: ['*', '.example.org, 10.0.0.0/8 storage:9000'] },
  DRAIN_SECONDS: { good: ['0', '20'], wrong: ['21', 'x'] },
  SCHEDULE_SETTLE_SECONDS: { good: ['0', '3600'], wrong: ['3601', 'x'] },
  MAX_UPLOAD_MB: { good: ['1'], wrong: ['0', '1.5', 'x'] },
  STORAGE_MB_PER_ORGANIZATION: { good: ['1'], wrong: ['0', 'x'] },
  DISK_RESERVE_MB: { good: ['0'], wrong: ['-1', 'x'] },
  PAGES_MB_PER_ORGANIZATION: { good: ['1'], wrong: ['0', 'x'] },
  PAGES_PER_ORGANIZATION: { good: ['1'], wrong: ['0', 'x'] },
  PLAYS_KEEP_DAYS: { good: ['1', '4000'], wrong: ['0', '4001'] },
  ANSWERS_KEEP_DAYS: { good: ['1', '4000'], wrong: ['0', '4001'] },
  AUDIT_SYSLOG: {
    good: ['tls://syslog.example.org:6514', 'tcp://10.0.0.5', 'udp://[fd00::5]:514'],
    wrong: ['syslog.example.org', 'http://syslog.example.org', '10.0.0.5:514'],
  },
  AUDIT_KEEP_DAYS: { good: ['1', '4000'], wrong: ['0', '4001'] },
  PAIRINGS_PER_ADDRESS: { good: ['1'], wrong: ['0', 'x'] },
  CONNECTIONS_PER_ADDRESS: { good: ['1'], wrong: ['0', 'x'] },
  METRICS_TOKEN: { good: ['t'.repeat(16)], wrong: ['t'.repeat(15), 't'.repeat(501)] },
  BACKUP_TO: { good: ['/backups', 's3://bucket/prefix'] },
  BACKUP_AT: { good: ['02:30', 'never'], wrong: ['2:30', '24:00', 'night'] },
  BACKUP_KEEP: { good: ['1', '1000'], wrong: ['0', '1001'] },
  LOG_LEVEL: { good: ['info', 'silent'], wrong: ['verbose'] },
}

test('every setting is in the table', () => {
  expect(Object.keys(VALUES).sort()).toEqual([...SETTING_NAMES].sort())
})

describe.each(Object.entries(VALUES))('%s', (name, { good, wrong = [], beside = {} }) => {
  const readWith = (value: string) => {
    const others = Object.entries(beside).map(([other, text]) => [
      other,
      text !== '=' ? text : wrong.includes(value) ? IPV4 : value,
    ])
    return readSettings({ ...Object.fromEntries(others), [name]: value })
  }
  test.each(good)('is accepted: %s', (value) => {
    expect(readWith(value)).toHaveProperty(name)
  })
  test.each(wrong)('is refused in one sentence: %s', (value) => {
    expect(() => readWith(value)).toThrow(
      new RegExp(`^The setting ${name} is invalid: must (be|have|contain) [^\\n]+[^.]\\.$`),
    )
  })
  test('is as absent when empty', () => {
    expect(readSettings({ [name]: '' })).toEqual(readSettings({}))
  })
})

test('addresses are written in one way', () => {
  expect(readSettings({ PUBLIC_URL: 'https://Example.org:443/' }).PUBLIC_URL).toBe('https://example.org')
  expect(readSettings({ HOST: '[::1]' }).HOST).toBe('::1')
})

test.each([
  ['PORT', 'PLAYER_PORT'],
  ['PORT', 'CONTENT_PORT'],
  ['PLAYER_PORT', 'CONTENT_PORT'],
])('%s and %s must differ, unless the system chooses them', (one, other) => {
  expect(() => readSettings({ [one]: '9000', [other]: '9000' })).toThrow(
    `${one} and ${other} are both 9000. Give each its own port.`,
  )
  expect(() => readSettings({ [one]: '0', [other]: '0' })).not.toThrow()
})

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['POSTGRES_URL', 'DATABASE_URL'],
  ['DB_URL', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['PUBLIC_URI', 'PUBLIC_URL'],
  ['BASE_URL', 'PUBLIC_URL'],
  ['BACKUPS_TO', 'BACKUP_TO'],
  ['S3_BUKET', 'S3_BUCKET'],
  ['DATADIR', 'DATA_DIR'],
  ['S3_URL', 'S3_ENDPOINT'],
])('a variable named %s is said: %s is meant', (name, meant) => {
  expect(settingWarnings({ [name]: 'x' })).toEqual([
    `${name} isn't a setting of Vitrine and has no effect. Did you mean ${meant}?`,
  ])
})

test.each(['VITRINE_MODE', 'S3_STORAGE_CLASS', 'FEED_URL'])('%s is said, without a guess', (name) => {
  expect(settingWarnings({ [name]: 'x' })).toEqual([expect.stringContaining(`${name} isn't a setting`)])
})

test('variables of other programs are not said', () => {
  const others = {
    ...{
      PATH: '/bin',
      HOME: '/root',
      HOSTNAME: 'a',
      NODE_ENV: 'production',
      LANG: 'C',
      PWD: '/',
      SHLVL: '1',
    },
    ...{
      npm_config_url: 'x',
      TEST_DATABASE_URL: 'x',
      INIT_CWD: '/',
      NODE_OPTIONS: '',
      SHELL: 'sh',
      DB_URL: '',
    },
    ...{ PLAYER_SERVICE_HOST: '10.0.0.1', PLAYER_SERVICE_PORT: '1', PLAYER_PORT_8081_TCP_ADDR: '10.0.0.1' },
    ...Object.fromEntries(SETTING_NAMES.map((name) => [name, 'x'])),
  }
  expect(settingWarnings(others)).toEqual([])
})

test.each([
  'Europe/Berlin',
  ':Europe/Berlin',
  'UTC',
  'EST5EDT',
  'America/Port-au-Prince',
  'Etc/GMT+3',
  'GMT+3',
])('TZ=%s is a time zone', (TZ) => expect(settingWarnings({ TZ })).toEqual([]))
test.each(['Europe/Berln', 'europe/berlin', 'CET-1CEST', '/etc/localtime', '+03:00', 'Mars'])(
  'TZ=%s is said: Node would use UTC',
  (TZ) => expect(settingWarnings({ TZ })).toEqual([expect.stringMatching(/^TZ is .* are UTC\. Set it to/)]),
)
