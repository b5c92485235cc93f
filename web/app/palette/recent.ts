import { useEffect } from 'react'
import { matchPath, useLocation } from 'react-router'
import { type SearchKindName, searchKindNames, searchKinds } from '#shared/search/kinds.ts'
import { useUser } from '#web/session/session.ts'
import { pageTitleId } from '#web/ui/page-header.tsx'

/** A record that was looked at on this device. */
export type Recent = { kind: SearchKindName; id: string; label: string }

const most = 8
const keyOf = (userId: string) => `recent-${userId}`

/** What the user has looked at on this device, the last one first. */
export function readRecent(userId: string): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, most) : []
  } catch {
    return []
  }
}

function isRecent(one: unknown): one is Recent {
  const { kind, id, label } = (one ?? {}) as Partial<Recent>
  return typeof id === 'string' && typeof label === 'string' && searchKindNames.some((name) => name === kind)
}

// A browser that keeps nothing (a full or forbidden storage) only loses the way back.
function noteRecent(userId: string, recent: Recent) {
  const others = readRecent(userId).filter(({ kind, id }) => kind !== recent.kind || id !== recent.id)
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([recent, ...others].slice(0, most)))
  } catch {}
}

/** The record whose page this is. */
export function recordAt(pathname: string): Pick<Recent, 'kind' | 'id'> | undefined {
  for (const kind of searchKindNames) {
    const { page } = searchKinds[kind]
    const id = page.includes(':id') ? matchPath(page, pathname)?.params['id'] : undefined
    if (id) return { kind, id }
  }
  return undefined
}

/** Remembers each record that is opened, by the name that its page gives it. */
export function useNoteRecent() {
  const { id: userId } = useUser()
  const { pathname } = useLocation()
  useEffect(() => {
    const record = recordAt(pathname)
    const title = document.querySelector('title')
    if (!record || !title) return
    // The heading names the document, and does so anew when the record is there or is renamed.
    const note = () => {
      const label = document.getElementById(pageTitleId)?.textContent?.trim()
      if (label && label !== searchKinds[record.kind].one) noteRecent(userId, { ...record, label })
    }
    const observer = new MutationObserver(note)
    observer.observe(title, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [pathname, userId])
}
