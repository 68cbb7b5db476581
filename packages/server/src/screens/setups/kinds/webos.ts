import { PRODUCT_VERSION } from '@vitrine/contract/version'
import { ar } from '#screens/setups/archives/ar.ts'
import { tarGz } from '#screens/setups/archives/tar.ts'
import { icon } from '#screens/setups/icon.ts'
import { startPage } from '#screens/setups/start-page.ts'

const ID = 'org.vitrine.player'

/** An app for LG's webOS in the SDK's format: a Debian-like archive of an app folder and its description. */
export async function webosPackage(player: string): Promise<Buffer> {
  const app = `usr/palm/applications/${ID}`
  const info = {
    id: ID,
    title: 'Vitrine',
    vendor: 'Vitrine',
    version: PRODUCT_VERSION,
    type: 'web',
    main: 'index.html',
    icon: 'icon.png',
    largeIcon: 'large-icon.png',
    resolution: '1920x1080',
    bgColor: '#070c16',
    splashColor: '#070c16',
    disableBackHistoryAPI: true,
  }
  const contents = { id: ID, version: PRODUCT_VERSION, app: ID }
  const files = [
    { name: `${app}/appinfo.json`, content: JSON.stringify(info, null, 2) },
    { name: `${app}/index.html`, content: startPage(player) },
    { name: `${app}/icon.png`, content: await icon(80) },
    { name: `${app}/large-icon.png`, content: await icon(130) },
    { name: `usr/palm/packages/${ID}/packageinfo.json`, content: JSON.stringify(contents, null, 2) },
  ]
  const size = files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
  const control = [
    `Package: ${ID}`,
    `Version: ${PRODUCT_VERSION}`,
    'Section: misc',
    'Priority: optional',
    'Architecture: all',
    `Installed-Size: ${size}`,
    'Maintainer: Vitrine',
    'Description: Vitrine player',
    'webOS-Package-Format-Version: 2',
    '',
  ].join('\n')
  return ar([
    { name: 'debian-binary', content: '2.0\n' },
    { name: 'control.tar.gz', content: tarGz([{ name: 'control', content: control }]) },
    { name: 'data.tar.gz', content: tarGz(files) },
  ])
}
