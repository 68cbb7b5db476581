import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'

/**
 * Navigates after saving or deleting, without asking about unsaved input, unless the user has left the screen in the
 * meantime.
 */
export function useNavigateAfterSave(): ReturnType<typeof useNavigate> {
  const navigate = useNavigate()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return useCallback<typeof navigate>(
    async (to) => {
      if (isHere.current) await navigate({ ...to, ignoreBlocker: true })
    },
    [navigate],
  )
}
