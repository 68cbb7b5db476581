import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { cardsKey } from '#queries/cards.ts'

/** A card's editor returns with a version: cached cards are older. */
export function useNewPictures(): void {
  const client = useQueryClient()
  const { version }: { version?: number } = useSearch({ strict: false })
  useEffect(() => {
    if (version !== undefined) void client.invalidateQueries({ queryKey: cardsKey })
  }, [client, version])
}
