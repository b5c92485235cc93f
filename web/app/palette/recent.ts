import { matchPath } from 'react-router'
import { type SearchKindName, searchKindNames, searchKinds } from '#shared/search/kinds.ts'

/** A record that was opened on this device. */
export type Recent = { kind: SearchKindName; id: string; label: string }

const maxRecent = 8
const keyOf = (userId: string) => `recent-${userId}`

/** The records that the user opened on this device, latest first. */
export function readRecent(userId: string): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, maxRecent) : []
  } catch {
    return []
  }
}

function isRecent(one: unknown): one is Recent {
  const { kind, id, label } = (one ?? {}) as Partial<Recent>
  return typeof id === 'string' && typeof label === 'string' && searchKindNames.some((name) => name === kind)
}

// If local storage is full or forbidden, there are just no recent records.
export function noteRecent(userId: string, recent: Recent) {
  const others = readRecent(userId).filter(({ kind, id }) => kind !== recent.kind || id !== recent.id)
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([recent, ...others].slice(0, maxRecent)))
  } catch {}
}

/** The record whose page this path is. */
export function recordAt(pathname: string): Pick<Recent, 'kind' | 'id'> | undefined {
  for (const kind of searchKindNames) {
    const { page } = searchKinds[kind]
    const id = page.includes(':id') ? matchPath(page, pathname)?.params['id'] : undefined
    if (id) return { kind, id }
  }
  return undefined
}
