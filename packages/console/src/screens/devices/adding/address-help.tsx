import { Anchor } from '@mantine/core'
import { QrCode } from '@vitrine/widgets/qr-code'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#screens/devices/devices.module.css'
import { CodePicture } from './code-picture.tsx'
import { ConnectTv } from './connect-tv.tsx'

const SIZE = 96

interface AddressHelpProps {
  address: string
  /** The address with the hint by which the console recognizes the screen. */
  link: string
  /** Verifies the Debian package. */
  signedBy: string
}

/** More ways to open the address: a QR code for phones, a window on this computer, and a TV without a PC. */
export function AddressHelp({ address, link, signedBy }: AddressHelpProps) {
  const { t } = useTranslation()
  const [isTv, setTv] = useState(false)
  return (
    <>
      <Pictures link={link} />
      <Anchor href={`/player/${new URL(link).hash}`} target="_blank" rel="noopener">
        {t('devices.tryHere')}
      </Anchor>
      {isTv ? (
        <ConnectTv address={address} signedBy={signedBy} />
      ) : (
        <Anchor component="button" type="button" onClick={() => setTv(true)}>
          {t('devices.setups.open')}
        </Anchor>
      )}
    </>
  )
}

/** The address as a QR code, and the next picture on the screen. */
function Pictures({ link }: { link: string }) {
  const { t } = useTranslation()
  return (
    <div className={styles.pictures}>
      <div
        role="img"
        aria-label={t('devices.addressCode')}
        className={styles.qr}
        style={{ inlineSize: SIZE, blockSize: SIZE }}
      >
        <QrCode text={link} left={0} top={0} size={SIZE} />
      </div>
      <CodePicture label={t('devices.example')} code="KXMRTP" sign={{ shape: 'triangle', colour: 'blue' }} />
    </div>
  )
}
