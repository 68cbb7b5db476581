import { existsSync } from 'node:fs'
import { setups } from '@vitrine/contract/api/screens/setups'
import { DEBIAN_SIGNATURE, SETUP_FILES, type SetupKind } from '@vitrine/contract/player/setups'
import type { FastifyRequest } from 'fastify'
import { feature } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { notFound } from '#lib/errors.ts'
import { originAsCalled } from '#lib/http/local-addresses.ts'
import { publicSetupKey, signSetup } from './api.ts'
import { androidPolicy, fullySettings } from './kinds/android.ts'
import { brightsignZip } from './kinds/brightsign.ts'
import { chromeosPage } from './kinds/chromeos.ts'
import { debianPackage } from './kinds/debian.ts'
import { tizenWidget } from './kinds/tizen.ts'
import { webosPackage } from './kinds/webos.ts'
import { windowsScript } from './kinds/windows.ts'

type Called = Pick<Platform, 'settings' | 'origins'>

interface Addresses {
  player: string
  content: string
}

/** `key`: the public key of this installation. */
type Make = (at: Addresses & { key: string }, folder: string) => string | Buffer | Promise<Buffer>

const MAKE: Record<SetupKind, { type: string; make: Make }> = {
  debian: { type: 'application/vnd.debian.binary-package', make: debianPackage },
  webos: { type: 'application/vnd.webos.ipk', make: ({ player }) => webosPackage(player) },
  tizen: { type: 'application/widget', make: ({ player }) => tizenWidget(player) },
  brightsign: { type: 'application/zip', make: ({ player }) => brightsignZip(player) },
  fully: { type: 'application/json', make: ({ player }) => fullySettings(player) },
  android: { type: 'application/json', make: ({ player }) => androidPolicy(player) },
  chromeos: { type: 'text/html; charset=utf-8', make: ({ player }) => chromeosPage(player) },
  windows: {
    type: 'text/plain; charset=utf-8',
    make: ({ player, content }) => windowsScript(player, content),
  },
}

/** Host names and addresses as screens use them; other characters could end a string in a script. */
const PLAIN = /^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d+)?$/

/**
 * The addresses from the settings, or else the host that this call used, so the files reveal nothing new. Both have the
 * same host, unless a setting names another one for content.
 */
function addressesOf({ settings, origins }: Called, request: FastifyRequest): Addresses {
  const player = originAsCalled(origins.player, settings.PLAYER_URL, request.hostname)
  const content = originAsCalled(origins.content, settings.CONTENT_URL, new URL(player).hostname)
  if (!PLAIN.test(player) || !PLAIN.test(content)) throw notFound('No address to put into the file')
  return { player, content }
}

type Needs = Called & Pick<Platform, 'seal' | 'playerFolder'>

export const setupsFeature = feature(setups, (services: Needs) => ({
  file: async ({ params, reply, request }) => {
    const { seal, playerFolder } = services
    const isSignature = params.file === DEBIAN_SIGNATURE
    const wanted = isSignature ? SETUP_FILES.debian : params.file
    const kinds = Object.entries(SETUP_FILES) as [SetupKind, string][]
    const [kind] = kinds.find(([, file]) => file === wanted) ?? []
    if (!kind || (kind === 'debian' && !existsSync(playerFolder))) throw notFound('File not found')
    const { type, make } = MAKE[kind]
    const content = await make({ ...addressesOf(services, request), key: publicSetupKey(seal) }, playerFolder)
    await reply
      .type(isSignature ? 'application/octet-stream' : type)
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${params.file}"`)
      .send(isSignature ? signSetup(seal, Buffer.from(content)) : content)
  },
}))
