import { webUrl } from '@vitrine/contract/sites/allowed-sites'
import styles from './web-page.module.css'

/** The picture of a web page: its host on a card. */
export function SitePicture({ address }: { address: string }) {
  return (
    <span className={styles.site} dir="ltr">
      <span>{webUrl(address)?.host ?? address}</span>
    </span>
  )
}
