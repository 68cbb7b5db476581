import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBrand } from '#lib/session/brand.ts'
import styles from './brand-mark.module.css'

/** The product's mark and name, or those of the organization. `size`: its height in pixels. */
export function BrandMark({ size, nameClass }: { size: number; nameClass?: string | undefined }) {
  const { t } = useTranslation()
  const brand = useBrand()
  const [failed, setFailed] = useState<string | null>(null)
  if (!brand)
    return (
      <>
        <img src="./mark.svg" alt="" width={size} height={size} />
        <strong className={nameClass}>{t('app.name')}</strong>
      </>
    )
  return (
    <>
      {brand.logo && brand.logo !== failed && (
        <img
          src={brand.logo}
          alt=""
          className={styles.logo}
          style={{ blockSize: size, maxInlineSize: size * 3 }}
          onError={() => setFailed(brand.logo)}
        />
      )}
      <strong className={[styles.name, nameClass].filter(Boolean).join(' ')}>
        <bdi>{brand.name}</bdi>
      </strong>
    </>
  )
}
