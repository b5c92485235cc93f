import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

/** Reads a secret from the link's fragment, `#code=…`, and removes it from the address bar and the history at once. */
export function useFragment(name: string): string {
  const [value] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get(name) ?? '')
  const navigate = useNavigate()
  useEffect(() => {
    if (value) void navigate({ hash: '' }, { replace: true, preventScrollReset: true })
  }, [value, navigate])
  return value
}
