import { useEffect, useState } from 'react'
import { useUser } from '#web/session/session.ts'

/** What is being written, kept by this browser for its user: an expired session or a closed tab loses nothing of it. */
export function useDraft<T extends object>(name: string, empty: T) {
  const key = keyOf(name, useUser().id)
  const [first] = useState(empty)
  const [draft, setDraft] = useState<T>(() => read(key, first) ?? first)
  const isNew = draft === first
  useEffect(() => {
    if (!isNew) localStorage.setItem(key, JSON.stringify(draft))
  }, [key, draft, isNew])
  return {
    draft,
    /** Nothing was written down before. */
    isNew,
    setDraft,
    change: (part: Partial<T>) => setDraft((before) => ({ ...before, ...part })),
    clear: () => {
      localStorage.removeItem(key)
      setDraft(first)
    },
  }
}

/** Forgets what was kept of a form that another component shows, once it was saved. */
export function useForgetDraft(): (name: string) => void {
  const { id } = useUser()
  return (name) => localStorage.removeItem(keyOf(name, id))
}

const keyOf = (name: string, userId: string) => `portal-${name}-${userId}`

/** Something that an older version of the page, or somebody else, has left there is not taken. */
function read<T extends object>(key: string, empty: T): T | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    const known = Object.entries(stored).filter(([name, value]) => typeof value === typeof empty[name as keyof T])
    return { ...empty, ...Object.fromEntries(known) }
  } catch {
    return null
  }
}
