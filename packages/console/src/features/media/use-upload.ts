import { useQueryClient } from '@tanstack/react-query'
import type { Media } from '@vitrine/contract/media'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '#lib/error-text.ts'
import { newId } from '#lib/new-id.ts'
import { notify } from '#lib/toasts.ts'
import { ApiError } from '#lib/transport.ts'
import { makeThumbnail } from './make-thumbnail.ts'
import { mediaKey } from './queries.ts'
import { type ChosenFile, MAX_FILES, mayBeShown, uploadFiles } from './upload-files.ts'

/** The files of the upload screen: chosen, sent, and what became of them. */
export function useUpload(
  folderId: string | null,
  dropped: readonly File[],
  onUploaded: (media: Media[]) => void,
) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [refused, setRefused] = useState<readonly string[]>([])
  /** The share of each file that has left; absent when nothing is on its way. */
  const [progress, setProgress] = useState<readonly number[]>()
  const [problems, setProblems] = useState<readonly (string | undefined)[]>([])
  const sending = useRef<AbortController>(null)
  const pictures = useRef(new Set<string>())

  const add = (more: readonly File[]) => {
    const fitting = more.filter(mayBeShown)
    const room = Math.max(0, MAX_FILES - files.length)
    setRefused([
      ...more.filter((file) => !mayBeShown(file)).map(({ name }) => t('media.wrongType', { name })),
      ...(fitting.length > room ? [t('media.tooMany', { count: MAX_FILES })] : []),
    ])
    setProblems([])
    const added = fitting
      .slice(0, room)
      .map((file) => ({ key: newId(), file, thumbnail: makeThumbnail(file) }))
    setFiles((before) => [...before, ...added])
    for (const { key, thumbnail } of added) void thumbnail.then((blob) => show(key, blob))
  }
  const show = (key: string, blob: Blob) => {
    const picture = URL.createObjectURL(blob)
    pictures.current.add(picture)
    setFiles((before) => before.map((chosen) => (chosen.key === key ? { ...chosen, picture } : chosen)))
  }
  const remove = (key: string) => {
    setProblems([])
    setFiles((before) => before.filter((chosen) => chosen.key !== key))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was dropped is added once, and each time again
  useEffect(() => {
    if (dropped.length > 0) add(dropped)
  }, [dropped])
  useEffect(
    () => () => {
      sending.current?.abort()
      for (const picture of pictures.current) URL.revokeObjectURL(picture)
    },
    [],
  )

  const start = async () => {
    const controller = new AbortController()
    sending.current = controller
    setProblems([])
    setProgress(files.map(() => 0))
    try {
      const media = await uploadFiles(files, folderId, { onProgress: setProgress, signal: controller.signal })
      void client.invalidateQueries({ queryKey: mediaKey })
      notify({ kind: 'positive', message: t('media.uploaded', { count: media.length }) })
      onUploaded(media)
    } catch (error) {
      setProgress(undefined)
      if (controller.signal.aborted) return
      setProblems(files.map((_, index) => problemOf(error, index)))
      notify({ kind: 'negative', message: failureText(error, 'serverErrors.upload') })
    }
  }
  return {
    files,
    refused,
    add,
    remove,
    progress,
    problems,
    start: () => void start(),
    cancel: () => sending.current?.abort(),
  }
}

/** The server says which file it was, and why. */
const problemOf = (error: unknown, index: number): string | undefined =>
  error instanceof ApiError ? error.errors[`media.${index}`] : undefined
