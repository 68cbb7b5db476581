import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { cardsKey } from '#queries/cards.ts'

/** Refetches cards after a card's editor has returned with a new version. */
export function useNewPictures(): void {
  const client = useQueryClient()
  const { version }: { version?: number } = useSearch({ strict: false })
  useEffect(() => {
    if (version !== undefined) void client.invalidateQueries({ queryKey: cardsKey })
  }, [client, version])
}
