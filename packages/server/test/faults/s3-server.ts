import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { freePorts } from '#test/free-ports.ts'

const BUCKET = 'vitrine'
const CREDENTIALS = { accessKeyId: 'test:tester', secretAccessKey: 'testing' }
const TRIES = 300

export interface TestStorage {
  /** Settings of a server that stores its files in it. */
  env: Record<string, string>
  /** A client with the same permissions. */
  client: S3Client
  stop(): void
}

/**
 * Starts a real S3-compatible server, which verifies signatures, with an empty bucket: OpenStack Swift with its S3
 * interface, from Debian's packages swift-proxy, swift-account, swift-container, swift-object and memcached. Undefined
 * if they aren't installed.
 */
export async function startS3(folder: string): Promise<TestStorage | undefined> {
  if (!isInstalled()) return undefined
  const etc = path.join(folder, 'etc')
  const devices = path.join(folder, 'devices')
  mkdirSync(etc, { recursive: true })
  mkdirSync(path.join(devices, 'd1'), { recursive: true })
  const [proxy = 0, object = 0, container = 0, account = 0, cache = 0] = await freePorts(5)
  const ports = { proxy, object, container, account }
  const common = (port: number) =>
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\nuser = ${userInfo().username}\nswift_dir = ${etc}\nlog_level = ERROR\n`
  for (const kind of ['object', 'container', 'account'] as const) {
    writeFileSync(
      path.join(etc, `${kind}-server.conf`),
      `${common(ports[kind])}devices = ${devices}\nmount_check = false\nfallocate_reserve = 0\n[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`,
    )
  }
  writeFileSync(
    path.join(etc, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_prefix = test\nswift_hash_path_suffix = test\n[storage-policy:0]\nname = default\ndefault = yes\npolicy_type = replication\n',
  )
  // Debian's own Python, which has Swift. Its command would start Python nine times.
  execFileSync('/usr/bin/python3', ['-c', RINGS, etc, JSON.stringify(ports)], { stdio: 'ignore' })
  const filters = [
    'catch_errors',
    's3api',
    'tempauth',
    'copy',
    'bulk',
    'slo',
    'dlo',
    'versioned_writes',
    'symlink',
  ]
  writeFileSync(
    path.join(etc, 'proxy-server.conf'),
    [
      `${common(ports.proxy)}[pipeline:main]`,
      `pipeline = catch_errors cache ${filters.slice(1).join(' ')} proxy-server`,
      '[app:proxy-server]\nuse = egg:swift#proxy\nallow_account_management = true\naccount_autocreate = true',
      `[filter:cache]\nuse = egg:swift#memcache\nmemcache_servers = 127.0.0.1:${cache}`,
      ...filters.map((name) => `[filter:${name}]\nuse = egg:swift#${name}${SETTINGS[name] ?? ''}`),
      '',
    ].join('\n'),
  )
  const children: ChildProcess[] = []
  const start = (command: string, words: string[]) => {
    const child = spawn(command, words, { stdio: 'ignore', env: { ...process.env, SWIFT_DIR: etc } })
    children.push(child)
  }
  start('memcached', ['-l', '127.0.0.1', '-p', String(cache), '-u', 'nobody', '-m', '16'])
  for (const kind of ['account', 'container', 'object', 'proxy'])
    start(`swift-${kind}-server`, [path.join(etc, `${kind}-server.conf`)])
  const stop = () => {
    for (const child of children) child.kill('SIGKILL')
  }
  const endpoint = `http://127.0.0.1:${ports.proxy}`
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: CREDENTIALS,
  })
  const until = async (isDone: () => Promise<boolean>) => {
    for (let tries = 0; !(await isDone()); tries++) {
      if (tries === TRIES) {
        stop()
        throw new Error("The storage doesn't start.")
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  // The proxy gives up on a server for a minute after ten failures, so wait until all of them listen.
  for (const port of Object.values(ports))
    await until(() =>
      fetch(`http://127.0.0.1:${port}`).then(
        () => true,
        () => false,
      ),
    )
  const hasBucket = () =>
    client.send(new CreateBucketCommand({ Bucket: BUCKET })).then(
      () => true,
      // A first attempt may have created it without its response arriving.
      ({ name }: Error) => name === 'BucketAlreadyOwnedByYou' || name === 'BucketAlreadyExists',
    )
  await until(hasBucket)
  const env = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: BUCKET,
    S3_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    S3_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
  }
  return { env, client, stop }
}

/** Writes where each kind of data is: on the one device of the one server. */
const RINGS = `
import json, sys
from swift.common.ring import RingBuilder
folder, ports = sys.argv[1], json.loads(sys.argv[2])
for kind in ('account', 'container', 'object'):
    builder = RingBuilder(4, 1, 1)
    place = {'ip': '127.0.0.1', 'port': ports[kind]}
    place.update({'replication_' + key: value for key, value in place.items()})
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'device': 'd1', 'weight': 1, 'meta': '', **place})
    builder.rebalance()
    builder.get_ring().save(folder + '/' + kind + '.ring.gz')
`

const SETTINGS: Record<string, string> = {
  s3api:
    '\ns3_acl = false\nlocation = us-east-1\ncheck_bucket_owner = false\ndns_compliant_bucket_names = true',
  tempauth: '\nuser_test_tester = testing .admin',
  versioned_writes: '\nallow_object_versioning = true',
}

function isInstalled(): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v swift-proxy-server swift-object-server memcached'], {
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}
