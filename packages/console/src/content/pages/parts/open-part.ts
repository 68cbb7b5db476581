import { useNavigate } from '@tanstack/react-router'

/** Opens a part in the designer. Unsaved changes of the page are asked about first. */
export function useOpenPart(): (id: string) => void {
  const navigate = useNavigate()
  return (id) => void navigate({ to: '/app/parts/design/$id', params: { id } })
}
