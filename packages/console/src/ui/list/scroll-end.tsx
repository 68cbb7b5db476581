import { Skeleton } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FailedList } from '#ui/page/failed-list.tsx'

/** Prefetch distance of the next page, which keeps fast scrolling from reaching the end. */
const AHEAD = '1500px 0px'

interface ScrollEndProps {
  query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage' | 'error'
  >
}

/** The end of an infinite list: loads the next page when it approaches the viewport. */
export function ScrollEnd({ query }: ScrollEndProps) {
  const { t } = useTranslation()
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, error } = query
  const end = useRef<HTMLDivElement>(null)
  const waits = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (!waits || !end.current) return
    // A new observer fires immediately, so short pages load until the window is full.
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && void fetchNextPage(),
      { rootMargin: AHEAD },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [waits, fetchNextPage])
  if (isFetchNextPageError) return <FailedList error={error} retry={() => void fetchNextPage()} />
  if (!hasNextPage) return null
  return (
    <div ref={end} role="status" aria-label={t('overlay.loading')}>
      <Skeleton height={80} mt={16} />
    </div>
  )
}
