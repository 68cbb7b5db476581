import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'

/**
 * Navigates after something was saved or deleted, without asking about unsaved input. A user who has left the screen in
 * the meantime isn't moved.
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
