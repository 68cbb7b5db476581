import { Anchor } from '@mantine/core'
import { SHAPE_OUTLINES, SIGN_COLOURS } from '@vitrine/contract/player/pairing'
import { QrCode } from '@vitrine/widgets/qr-code'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#features/devices/devices.module.css'
import { ScreenTile } from '#ui/screen/screen-tile.tsx'
import { ConnectTv } from './connect-tv.tsx'

const SIZE = 96

/** Other ways to open the address: by a phone's camera, in a window here, and on a TV without a PC. */
export function AddressHelp({ address }: { address: string }) {
  const { t } = useTranslation()
  const [isTv, setTv] = useState(false)
  return (
    <>
      <Pictures address={address} />
      <Anchor href="/player/" target="_blank" rel="noopener">
        {t('devices.tryHere')}
      </Anchor>
      {isTv ? (
        <ConnectTv address={address} />
      ) : (
        <Anchor component="button" type="button" onClick={() => setTv(true)}>
          {t('devices.setups.open')}
        </Anchor>
      )}
    </>
  )
}

/** The address as a code, and what the screen shows next. */
function Pictures({ address }: { address: string }) {
  const { t } = useTranslation()
  return (
    <div className={styles.pictures}>
      <div
        role="img"
        aria-label={t('devices.addressCode')}
        className={styles.qr}
        style={{ inlineSize: SIZE, blockSize: SIZE }}
      >
        <QrCode text={address} left={0} top={0} size={SIZE} />
      </div>
      <div role="img" aria-label={t('devices.example')} className={styles.example}>
        <ScreenTile>
          <svg viewBox="0 0 160 90" aria-hidden="true">
            <text x="80" y="42" textAnchor="middle" className={styles.letters}>
              KXM RTP
            </text>
            <path
              d={SHAPE_OUTLINES.triangle}
              fill={SIGN_COLOURS.blue}
              transform="translate(69 54) scale(0.22)"
            />
          </svg>
        </ScreenTile>
      </div>
    </div>
  )
}
