import { ActionIcon, Menu } from '@mantine/core'
import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { FileImageIcon } from '@phosphor-icons/react/dist/csr/FileImage'
import { FilmStripIcon } from '@phosphor-icons/react/dist/csr/FilmStrip'
import { PrinterIcon } from '@phosphor-icons/react/dist/csr/Printer'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PreviewPage } from '#content/pages/preview/preview-page.ts'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import { PageFile } from './page-file.tsx'
import { PrintedPages } from './printed-pages.tsx'

const VideoDialog = lateDialog(async () => (await import('./video/video-dialog.tsx')).VideoDialog)

interface ExportMenuProps {
  className: string | undefined
  page: PreviewPage
  /** With `page`. */
  pages: readonly PreviewPage[]
}

/** Saves the shown page as a picture or a video; prints all pages, also into a PDF file. */
export function ExportMenu({ className, page, pages }: ExportMenuProps) {
  const { t } = useTranslation()
  const [work, setWork] = useState<'picture' | 'print' | 'video'>()
  const done = useCallback(() => setWork(undefined), [])
  return (
    <>
      <Menu position="bottom-end" zIndex={500}>
        <Menu.Target>
          <ActionIcon
            className={className}
            c="inherit"
            aria-label={t('preview.export.title')}
            loading={work === 'picture' || work === 'print'}
          >
            <DownloadSimpleIcon size={18} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<FileImageIcon size={16} aria-hidden="true" />}
            onClick={() => setWork('picture')}
          >
            {t('preview.export.picture')}
          </Menu.Item>
          <Menu.Item
            leftSection={<FilmStripIcon size={16} aria-hidden="true" />}
            onClick={() => setWork('video')}
          >
            {t('preview.export.video')}
          </Menu.Item>
          <Menu.Item
            leftSection={<PrinterIcon size={16} aria-hidden="true" />}
            onClick={() => setWork('print')}
          >
            {t('preview.export.print', { count: pages.length })}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {work === 'picture' && <PageFile page={page} onDone={done} />}
      <VideoDialog page={page} opened={work === 'video'} onClose={done} />
      {work === 'print' && <PrintedPages pages={pages} onDone={done} />}
    </>
  )
}
