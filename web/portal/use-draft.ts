import { useEffect, useState } from 'react'
import { useUser } from '#web/session/session.ts'

/** A draft in this browser's local storage, per user: survives an expired session or a closed tab. */
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
    /** There is no stored draft. */
    isNew,
    setDraft,
    change: (part: Partial<T>) => setDraft((before) => ({ ...before, ...part })),
    clear: () => {
      localStorage.removeItem(key)
      setDraft(first)
    },
  }
}

/** Deletes the draft of a form in another component, after saving. */
export function useForgetDraft(): (name: string) => void {
  const { id } = useUser()
  return (name) => localStorage.removeItem(keyOf(name, id))
}

const keyOf = (name: string, userId: string) => `portal-${name}-${userId}`

/** Skips fields whose type differs, such as those stored by an older version of the page. */
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
