import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'

/**
 * Navigates after something was saved or deleted, without a question about what was typed. Whoever has gone elsewhere
 * meanwhile is left there.
 */
export function useGoOn(): ReturnType<typeof useNavigate> {
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
