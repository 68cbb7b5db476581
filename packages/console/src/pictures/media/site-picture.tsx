import { webUrl } from '@vitrine/contract/sites/allowed-sites'
import styles from './web-page.module.css'

/** The thumbnail of a web page: its host name. */
export function SitePicture({ address }: { address: string }) {
  return (
    <span className={styles.site} dir="ltr">
      <span>{webUrl(address)?.host ?? address}</span>
    </span>
  )
}
