import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { ChangedTable } from './changed-lines/changed-tables.ts'
import { addressLine, type PostalAddress } from '#shared/crm/partners/postal-address.ts'
import { fieldLabel } from './field-labels.ts'

/** An editable record; each save increases its version. */
export type SavedRecord = { id: string; version: number }

/**
 * The latest version of the record that a form was opened with, from anything in the query cache: refetched after an
 * event, on focus, or by another page. Undefined while the opened version is the latest.
 */
export function useLatestRecord<R extends SavedRecord>(opened: R | undefined): R | undefined {
  const client = useQueryClient()
  const subscribe = useCallback((onChange: () => void) => client.getQueryCache().subscribe(onChange), [client])
  return useSyncExternalStore(subscribe, () => opened && newerOf(client, opened))
}

export type LatestStatus = {
  /** `failed`: loaded, but older than the version that the server has reported. */
  state: 'known' | 'loading' | 'failed'
  retry: () => void
}

/** Whether the saved version is known. If the server has reported a version that is not in the cache yet, loads it. */
export function useLatestStatus(
  what: string,
  told: number | undefined,
  isKnown: boolean,
  load: () => Promise<unknown>,
) {
  const query = useQuery({
    queryKey: ['latest status', what, told],
    queryFn: async () => {
      await load()
      return null
    },
    enabled: told !== undefined && !isKnown,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const latestStatus: LatestStatus = {
    state: isKnown ? 'known' : query.isPending || query.isFetching ? 'loading' : 'failed',
    retry: () => void query.refetch(),
  }
  return latestStatus
}

/** For a record that its page reads by itself, because no GET returns it by id. */
export type OwnRead<R> = { latest: R; reload: () => Promise<unknown> }

/** The latest version of a record, at least the one that the server has reported. */
export function useRecordStatus<R extends SavedRecord>(
  opened: R | undefined,
  told: number | undefined,
  read?: OwnRead<R>,
) {
  const client = useQueryClient()
  const found = useLatestRecord(opened)
  const own = read && opened && read.latest.version > opened.version ? read.latest : undefined
  const latest = read ? own : found
  const isKnown = !opened || told === undefined || (latest ?? opened).version >= told
  const holdsIt = ({ state }: { state: { data: unknown } }) => recordsOf(state.data).some(({ id }) => id === opened?.id)
  const load = () => client.refetchQueries({ type: 'active', predicate: holdsIt })
  return { latest, latestStatus: useLatestStatus(opened?.id ?? '', told, isKnown, read?.reload ?? load) }
}

function newerOf<R extends SavedRecord>(client: QueryClient, opened: R): R | undefined {
  let latest = opened
  for (const { state } of client.getQueryCache().getAll()) {
    for (const one of recordsOf(state.data)) {
      if (one.id === opened.id && one.version > latest.version && isLike(opened, one)) latest = one
    }
  }
  return latest === opened ? undefined : latest
}

/** A list row may lack fields of the record that the form was opened with. */
const isLike = <R extends SavedRecord>(opened: R, one: SavedRecord): one is R =>
  Object.keys(opened).every((name) => name in one)

/**
 * Finds records in a reply: the reply itself, its `data`, and lists in either; pages of an infinite query are searched
 * too.
 */
function recordsOf(answer: unknown): SavedRecord[] {
  if (!isObject(answer)) return []
  if (Array.isArray(answer['pages'])) return answer['pages'].flatMap(recordsOf)
  const holders = [answer, answer['data']].filter(isObject)
  return holders.flatMap((one) => [one, ...Object.values(one).filter(Array.isArray).flat()]).filter(isRecord)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isRecord = (value: unknown): value is SavedRecord =>
  isObject(value) && 'id' in value && typeof value['version'] === 'number'

export type FieldChange = {
  field: string
  /** Both undefined if the change can't be shown in a few words. */
  was?: string
  is?: string
  /** This user has changed the field too. */
  isBoth: boolean
  /** Line changes, if the field is a table. */
  table?: ChangedTable
}

// Fields that the server computes: counts, sums, dates.
const counts = /^(id|version|quantity|committed\w*|available\w*|onHand|stockStatus|products|lastOrderDate|mailState)$/
const sums = /^(total|subtotal|ordered|goodsTotal|feesTotal|expensedFees|canBuild|pieces|late|lateSince)$|At$|Id$/
const isUncounted = (name: string) => counts.test(name) || sums.test(name)
// Fields that follow from a document's lines, discount or customer: not listed if the cause is.
const results: Record<string, readonly string[]> = { order: ['tax', 'received'], estimate: ['tax'], kit: ['cost'] }
const causes = ['account', 'discount']

export type FormChanges = { both: readonly string[]; lines?: readonly string[]; tables?: readonly ChangedTable[] }

/** Another user's changes to a `what`, labelled as in its form; of the form itself, only conflicting fields and tables. */
export function changesBetween(
  what: string,
  opened: object,
  latest: object,
  { both, lines = [], tables = [] }: FormChanges = { both: [] },
): FieldChange[] {
  const [before, now] = [opened as Record<string, unknown>, latest as Record<string, unknown>]
  const byLine = tables.map((table) => ({ field: fieldLabel(what, table.name), isBoth: false, table }))
  const listedByLine = new Set(byLine.map(({ field }) => field))
  const mine = new Set(both.map((name) => fieldLabel(what, name)))
  const listedTables = byLine.filter(({ table }) => table.lines.length > 0 || table.isMoved)
  const isExplained = listedTables.length > 0 || causes.some((name) => wordsOf(before[name]) !== wordsOf(now[name]))
  const listed = Object.entries(opened).flatMap(([name, value]) => {
    if (isUncounted(name) || !(name in now) || (isExplained && results[what]?.includes(name))) return []
    const [was, is] = [wordsOf(value), wordsOf(now[name])]
    if (was === is || was === null || is === null) return []
    const field = fieldLabel(what, name)
    return listedByLine.has(field) ? [] : [{ field, was, is, isBoth: mine.delete(field) }]
  })
  const named = lines.filter((name) => name in opened).map((name) => fieldLabel(what, name))
  const names = new Set([...listedByLine, ...listed.map(({ field }) => field)])
  const others = new Set([...mine, ...named].filter((field) => !names.has(field)))
  return [...listed, ...[...others].map((field) => ({ field, isBoth: mine.has(field) })), ...listedTables]
}

/** null if the value can't be shown in a few words. */
function wordsOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return value.toLocaleString('en')
  if (typeof value === 'string') return value
  if (Array.isArray(value)) {
    const words = value.map(wordsOf)
    return words.includes(null) ? null : words.join(', ') || '–'
  }
  const record = value as { name?: unknown; kind?: unknown; value?: string }
  if (typeof record.name === 'string') return record.name
  if (record.kind === 'percent') return `${record.value ?? ''} %`
  if (record.kind === 'amount') return record.value ?? null
  return 'address' in record ? addressLine(record as unknown as PostalAddress) : null
}
