import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

/** What is edited: it can be told apart, and each save makes another version of it. */
export type SavedRecord = { id: string; version: number }

/**
 * What is saved now of a record that a form was opened with, as soon as anything that was loaded since shows a newer version:
 * after an event, on focus, by another page. Undefined while the opened one is the latest.
 */
export function useLatestRecord(opened: SavedRecord | undefined): SavedRecord | undefined {
  const client = useQueryClient()
  const subscribe = useCallback((onChange: () => void) => client.getQueryCache().subscribe(onChange), [client])
  return useSyncExternalStore(subscribe, () => opened && newerOf(client, opened))
}

function newerOf(client: QueryClient, opened: SavedRecord): SavedRecord | undefined {
  let latest = opened
  for (const { state } of client.getQueryCache().getAll()) {
    for (const one of recordsOf(state.data)) {
      if (one.id === opened.id && one.version > latest.version) latest = one
    }
  }
  return latest === opened ? undefined : latest
}

/** An answer is a record, has one, or has a list of them. */
function recordsOf(answer: unknown): SavedRecord[] {
  if (typeof answer !== 'object' || answer === null) return []
  const { data } = answer as { data?: unknown }
  return [answer, ...(Array.isArray(data) ? (data as unknown[]) : [data])].filter(isRecord)
}

const isRecord = (value: unknown): value is SavedRecord =>
  typeof value === 'object' && value !== null && 'id' in value && typeof (value as SavedRecord).version === 'number'

export type FieldChange = { field: string; was: string; is: string }

// What the server counts or dates by itself is no edit of anybody's.
const uncounted =
  /^(id|version|quantity|committed\w*|available\w*|onHand|stockStatus|total|products|lastOrderDate)$|At$|Id$/

/** What another has changed, field by field, in the words of the field's name. */
export function changesBetween(opened: object, latest: object): FieldChange[] {
  const now = latest as Record<string, unknown>
  return Object.entries(opened).flatMap(([name, value]) => {
    if (uncounted.test(name) || !(name in now)) return []
    const [was, is] = [wordsOf(value), wordsOf(now[name])]
    return was === is || was === null || is === null ? [] : [{ field: spoken(name), was, is }]
  })
}

/** null where it is nothing that can be said in a few words. */
function wordsOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value)) {
    const words = value.map(wordsOf)
    return words.includes(null) ? null : words.join(', ') || '–'
  }
  const { name } = value as { name?: unknown }
  return typeof name === 'string' ? name : null
}

const spoken = (name: string) => {
  if (/^[A-Z]/.test(name)) return name
  const words = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
