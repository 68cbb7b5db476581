import { Button, Group, Modal, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Size } from '#content/pages/designer/geometry/rect.ts'
import type { Page } from '#content/pages/designer/state/page.ts'
import type { Designer } from '#content/pages/designer/state/store.ts'
import { StillPage } from '#pictures/pages/still-page.tsx'
import styles from './resize-dialog.module.css'
import { resizedPage, WAYS, type Way } from './resized-page.ts'

interface ResizeDialogProps {
  designer: Designer
  opened: boolean
  /** The wanted size; kept while the dialog closes. */
  size: Size | null
  onClose: () => void
}

/** Asks what becomes of the widgets of a page that gets another size, and shows each answer. */
export function ResizeDialog({ designer, opened, size, onClose }: ResizeDialogProps) {
  const { t } = useTranslation()
  const [last, setLast] = useState(size)
  if (size !== null && size !== last) setLast(size)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={820}
      title={
        last && (
          <>
            {t('designer.resize.title')} <bdi dir="ltr">{`${last.width} × ${last.height}`}</bdi>
          </>
        )
      }
    >
      {last && <Ways key={`${last.width}x${last.height}`} {...{ designer, size: last, onClose }} />}
    </Modal>
  )
}

function Ways({ designer, size, onClose }: Omit<ResizeDialogProps, 'opened'> & { size: Size }) {
  const { t, i18n } = useTranslation()
  const { page } = designer.state
  const [way, setWay] = useState<Way>(isTurned(page, size) ? 'adapt' : 'scale')
  const rtl = i18n.dir() === 'rtl'
  const pages = useMemo(
    () => WAYS.map((one) => [one, resizedPage(page, size, one, rtl)] as const),
    [page, size, rtl],
  )
  const chosen = pages.find(([one]) => one === way)?.[1] ?? page
  return (
    <>
      <Choices {...{ pages, way, setWay }} />
      <Group justify="flex-end" gap={8} mt={24}>
        <Button variant="default" onClick={onClose}>
          {t('form.cancel')}
        </Button>
        {designer.openNew && (
          <Button
            variant="default"
            onClick={() => {
              onClose()
              designer.openNew?.(chosen)
            }}
          >
            {t('designer.resize.asNew')}
          </Button>
        )}
        <Button
          onClick={() => {
            designer.commit(chosen, { name: 'page', count: 0 })
            designer.fit()
            onClose()
          }}
        >
          {t('designer.resize.change')}
        </Button>
      </Group>
    </>
  )
}

interface ChoicesProps {
  pages: readonly (readonly [Way, Page])[]
  way: Way
  setWay: (way: Way) => void
}

/** The ways with their pictures, as radio buttons: arrow keys choose. */
function Choices({ pages, way, setWay }: ChoicesProps) {
  const { t } = useTranslation()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = BY_KEY[event.key]
    if (by === undefined) return
    event.preventDefault()
    const next = WAYS[(WAYS.indexOf(way) + by + WAYS.length) % WAYS.length] ?? way
    setWay(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-way="${next}"]`)?.focus()
  }
  return (
    <div
      role="radiogroup"
      aria-label={t('designer.resize.ways')}
      className={styles.ways}
      onKeyDown={onKeyDown}
    >
      {pages.map(([one, shown]) => (
        <UnstyledButton
          key={one}
          className={styles.way}
          role="radio"
          data-way={one}
          data-autofocus={one === way || undefined}
          tabIndex={one === way ? 0 : -1}
          aria-checked={one === way}
          onClick={() => setWay(one)}
        >
          <Picture page={shown} />
          <strong>{t(`designer.resize.${one}`)}</strong>
          <p className={styles.text}>{t(`designer.resize.${one}Text`)}</p>
        </UnstyledButton>
      ))}
    </div>
  )
}

const BY_KEY: Partial<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Whether an upright page becomes a wide one, or the other way around. */
const isTurned = (from: Size, to: Size): boolean => from.width >= from.height !== to.width >= to.height

const MOST = { width: 200, height: 220 }

function Picture({ page }: { page: Page }) {
  const scale = Math.min(MOST.width / page.width, MOST.height / page.height)
  return (
    <span className={styles.picture} aria-hidden="true" dir="ltr">
      <StillPage document={page} across={Math.round(page.width * scale)} outlines={false} onDrawn={nothing} />
    </span>
  )
}
const nothing = () => {}
