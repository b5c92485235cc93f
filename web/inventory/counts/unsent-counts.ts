import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'
import { countsApi } from '#shared/inventory/counts/api.ts'
import type { CountLine } from '#shared/inventory/counts/count.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { savedVersionOf } from '#web/forms/form-refusal.ts'
import { IdempotencyKey } from '#web/api/idempotency-key.ts'
import { getSession, onSessionChange } from '#web/session/session.ts'

/** A count entry that the server has not accepted yet; stored on the device until it is accepted or the user discards it. */
export type Unsent = {
  /** Also its Idempotency-Key, so that sending it twice has one effect. */
  id: string
  countId: string
  lineId: string
  version: number
  counted: number
  /** In the server's time. */
  countedAt: string
  /** Names the line in messages about the entry. */
  label: string
  /** The request may have reached the server; a newer entry of the line waits for its response. */
  wasSent: boolean
  refusal: {
    message: string
    /** The line's current version, if another user has counted it. */
    standing: number | null
  } | null
}

const keyOf = () => {
  const { user } = getSession()
  return user && `unsent-counts-${user.id}`
}
const nothing: readonly Unsent[] = []
const listeners = new Set<() => void>()
const takers = new Set<(line: CountLine, countId: string) => void>()
let cached: { key: string | null; text: string; entries: readonly Unsent[] } = { key: null, text: '', entries: nothing }
/** Used while there is no storage (private window); lost with the page. */
let memory = ''
let isOffline = false

/** The unsent entries, oldest first; returns the same array until something changes. */
function read(): readonly Unsent[] {
  const key = keyOf()
  const text = (key && stored(key)) ?? ''
  if (cached.key !== key || cached.text !== text)
    cached = { key, text, entries: text ? (JSON.parse(text) as Unsent[]) : nothing }
  return cached.entries
}

function stored(key: string): string {
  try {
    return localStorage.getItem(key) ?? memory
  } catch {
    return memory
  }
}

function write(entries: readonly Unsent[]) {
  const key = keyOf()
  if (!key) return
  const text = entries.length === 0 ? '' : JSON.stringify(entries)
  try {
    if (text) localStorage.setItem(key, text)
    else localStorage.removeItem(key)
    memory = ''
  } catch {
    memory = text
  }
  notifyListeners()
}

const notifyListeners = () => {
  for (const listener of listeners) listener()
}
const change = (id: string, changes: Partial<Unsent>) =>
  write(read().map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)))

export type Entry = Pick<Unsent, 'countId' | 'lineId' | 'version' | 'counted' | 'countedAt' | 'label'>

/** Stores an entry and sends it as soon as possible. It replaces an older entry of its line that was never sent. */
export function saveEntry(entry: Entry) {
  const id = new IdempotencyKey().keyFor('')
  const others = read().filter((one) => one.lineId !== entry.lineId || (one.wasSent && !one.refusal))
  write([...others, { ...entry, id, wasSent: false, refusal: null }])
  void sendNow()
}

/** Sends a refused entry again, to overwrite another user's entry. */
export function resend({ id, refusal }: Unsent) {
  const next = new IdempotencyKey().keyFor('')
  change(id, {
    id: next,
    refusal: null,
    wasSent: false,
    ...(refusal?.standing != null && { version: refusal.standing }),
  })
  void sendNow()
}

export const discardEntry = ({ id }: Unsent) => write(read().filter((one) => one.id !== id))

let sending: Promise<void> | undefined
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined

const nextToSend = () => read().find(({ refusal }) => refusal === null)

/** Sends at once, regardless of the last attempt; resolves when nothing is left to send or a request got no response. */
export async function sendNow(): Promise<void> {
  clearTimeout(timer)
  if (!sending && nextToSend()) sending = sendAll()
  await sending
}

/** Sends the unsent entries, then returns those of this count that the server has not accepted. */
export async function sendEntries(countId: string): Promise<readonly Unsent[]> {
  await sendNow()
  return read().filter((entry) => entry.countId === countId)
}

async function sendAll() {
  for (let next = nextToSend(); next; next = nextToSend()) {
    await send(next)
    if (failures > 0) break
  }
  sending = undefined
}

async function send(entry: Unsent) {
  const { id, countId, lineId, version, counted, countedAt } = entry
  change(id, { wasSent: true })
  try {
    const line = await call(
      countsApi.countLine,
      { params: { id: countId, lineId }, body: { counted, countedAt } },
      { version, idempotencyKey: id, quiet: true },
    )
    failures = 0
    isOffline = false
    // Rebases an entry of the same line that was saved meanwhile on the new version.
    write(
      read().flatMap((one) => (one.id === id ? [] : one.lineId === lineId ? { ...one, version: line.version } : one)),
    )
    for (const take of takers) take(line, countId)
  } catch (error) {
    onFailure(entry, error)
  }
}

function onFailure(entry: Unsent, error: unknown) {
  const apiError = error instanceof ApiError ? error : undefined
  if (!apiError || apiError.isUncertain || apiError.status === 401 || apiError.status === 429) {
    failures += 1
    isOffline = apiError?.status === 0
    notifyListeners()
    timer = setTimeout(() => void sendNow(), Math.min(1000 * 2 ** failures, 15_000))
    return
  }
  failures = 0
  isOffline = false
  const isReplaced = read().some((one) => one.lineId === entry.lineId && one.id !== entry.id)
  if (isReplaced) return write(read().filter((one) => one.id !== entry.id))
  change(entry.id, { refusal: { message: apiError.message, standing: savedVersionOf(apiError)?.version ?? null } })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  const stop = onSessionChange(listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}

/** Retries when another tab changes the storage, the connection is back or the tab becomes visible. */
let isWatching = false
function watch() {
  if (isWatching) return
  isWatching = true
  window.addEventListener('storage', notifyListeners)
  window.addEventListener('online', () => void sendNow())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void sendNow())
}

/** The unsent and refused entries of one count; sends them while a component uses this hook. */
export function useUnsent(countId: string): readonly Unsent[] {
  const all = useSyncExternalStore(subscribe, read)
  useEffect(() => {
    watch()
    void sendNow()
  }, [])
  return useMemo(() => all.filter((entry) => entry.countId === countId), [all, countId])
}

/** Whether the last attempt could not reach the server. */
export const useIsOffline = () => useSyncExternalStore(subscribe, () => isOffline)

/** Calls `take` for each line that the server has accepted. */
export function useTakenLines(take: (line: CountLine, countId: string) => void) {
  const onTaken = useEffectEvent(take)
  useEffect(() => {
    const taker = (line: CountLine, countId: string) => onTaken(line, countId)
    takers.add(taker)
    return () => void takers.delete(taker)
  }, [])
}
