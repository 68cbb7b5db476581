import type { Origins } from '#base/platform.ts'
import type { Settings } from '#lib/env.ts'

/** In URLs, IPv6 addresses are in brackets and don't name a network interface. */
const hostInUrl = (host: string) => (host.includes(':') ? `[${host.split('%')[0]}]` : host)

type Addresses = Pick<
  Settings,
  'HOST' | 'PORT' | 'PLAYER_PORT' | 'CONTENT_PORT' | 'PUBLIC_URL' | 'PLAYER_URL' | 'CONTENT_URL'
>

/** Where people and screens open the three apps: by the settings, or else by this machine's address. */
export function originsOf(settings: Addresses, tls: boolean): Origins {
  const host = settings.HOST === '0.0.0.0' || settings.HOST === '::' ? 'localhost' : hostInUrl(settings.HOST)
  const at = (port: number) => `${tls ? 'https' : 'http'}://${host}:${port}`
  return {
    console: settings.PUBLIC_URL ?? at(settings.PORT),
    player: settings.PLAYER_URL ?? at(settings.PLAYER_PORT),
    content: settings.CONTENT_URL ?? at(settings.CONTENT_PORT),
  }
}
