import { CheckIcon } from '@phosphor-icons/react/dist/csr/Check'
import type { ReactNode } from 'react'
import styles from './pictured.module.css'
import { SmallPicture } from './small-picture.tsx'

/** Returns a thumbnail of the option with this value. */
export type PictureOf = (value: string) => ReactNode

/** Select props that show each option's thumbnail, and the selected one's in the field. */
export const pictured = (pictureOf: PictureOf | undefined, value?: string | null) =>
  pictureOf && {
    renderOption: ({ option, checked }: { option: { value: string; label: string }; checked?: boolean }) => (
      <span className={styles.option}>
        <SmallPicture>{pictureOf(option.value)}</SmallPicture>
        <span className={styles.label} dir="auto">
          {option.label}
        </span>
        {checked && <CheckIcon size={16} aria-hidden="true" />}
      </span>
    ),
    ...(value && {
      leftSection: <SmallPicture>{pictureOf(value)}</SmallPicture>,
      leftSectionWidth: 72,
      leftSectionPointerEvents: 'none' as const,
    }),
  }
