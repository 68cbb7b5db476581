import { PRODUCT_VERSION } from '@vitrine/contract/version'
import { zip } from '#screens/setups/archives/zip.ts'
import { icon } from '#screens/setups/icon.ts'
import { startPage } from '#screens/setups/start-page.ts'

/** Ten letters or digits, as Tizen requires. */
const PACKAGE = 'VitrinePly'

/**
 * An unsigned app for Samsung's Tizen: TVs accept it only with a certificate that names them. 5.5 is the first version
 * whose browser the player supports.
 */
export async function tizenWidget(player: string): Promise<Buffer> {
  const config = `<?xml version="1.0" encoding="UTF-8"?>
<widget xmlns="http://www.w3.org/ns/widgets" xmlns:tizen="http://tizen.org/ns/widgets" id="http://vitrine.example/player" version="${PRODUCT_VERSION}" viewmodes="maximized">
  <tizen:application id="${PACKAGE}.Vitrine" package="${PACKAGE}" required_version="5.5"/>
  <access origin="*" subdomains="true"/>
  <content src="index.html"/>
  <feature name="http://tizen.org/feature/screen.size.normal.1080.1920"/>
  <icon src="icon.png"/>
  <name>Vitrine</name>
  <tizen:privilege name="http://tizen.org/privilege/internet"/>
  <tizen:profile name="tv-samsung"/>
  <tizen:setting screen-orientation="landscape" context-menu="disable" background-support="disable" encryption="disable" install-location="auto" hwkey-event="enable"/>
</widget>
`
  return zip([
    { name: 'config.xml', content: config },
    { name: 'index.html', content: startPage(player) },
    { name: 'icon.png', content: await icon(117) },
  ])
}
