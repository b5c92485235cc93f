import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'
import { countsApi } from '#shared/inventory/counts/api.ts'
import type { CountLine } from '#shared/inventory/counts/count.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { savedVersionOf } from '#web/forms/form-refusal.ts'
import { IdempotencyKey } from '#web/api/idempotency-key.ts'
import { getSession, onSessionChange } from '#web/session/session.ts'

/** An entry that the server has not taken yet; kept on the device until it has, or until a person gives it up. */
export type Unsent = {
  /** Also its Idempotency-Key: sent twice, it counts once. */
  id: string
  countId: string
  lineId: string
  version: number
  counted: number
  /** By the server's clock. */
  countedAt: string
  /** What was counted, for whoever has to decide about it. */
  label: string
  /** It may have arrived: what follows waits for its answer. */
  wasSent: boolean
  refusal: {
    message: string /** The version that another count of the line has made. */
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
/** Without storage (a private window) they live as long as the page. */
let memory = ''
let isOffline = false

/** What waits, oldest first; the same list as long as nothing changed. */
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

/** Keeps an entry and sends it as soon as it can be; a newer one of the same line takes the place of what never left. */
export function saveEntry(entry: Entry) {
  const id = new IdempotencyKey().keyFor('')
  const others = read().filter((one) => one.lineId !== entry.lineId || (one.wasSent && !one.refusal))
  write([...others, { ...entry, id, wasSent: false, refusal: null }])
  void sendNow()
}

/** Sends a refused entry again, over what another has counted. */
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

/** Tries at once, whatever the last attempt said; done when nothing waits any more, or an attempt had no answer. */
export async function sendNow(): Promise<void> {
  clearTimeout(timer)
  if (!sending && nextToSend()) sending = sendAll()
  await sending
}

/** Sends what waits, and says which entries of a count the server has still not taken. */
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
    // What was entered while this one was on its way follows it.
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

/** Other tabs, a connection that is back, a tab that is looked at again: each is worth a try. */
let isWatching = false
function watch() {
  if (isWatching) return
  isWatching = true
  window.addEventListener('storage', notifyListeners)
  window.addEventListener('online', () => void sendNow())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void sendNow())
}

/** The entries of one count that are still to be sent, or were refused; sends them while anybody looks. */
export function useUnsent(countId: string): readonly Unsent[] {
  const all = useSyncExternalStore(subscribe, read)
  useEffect(() => {
    watch()
    void sendNow()
  }, [])
  return useMemo(() => all.filter((entry) => entry.countId === countId), [all, countId])
}

/** Whether the last attempt found no server. */
export const useIsOffline = () => useSyncExternalStore(subscribe, () => isOffline)

/** Hears of each line that the server has taken. */
export function useTakenLines(take: (line: CountLine, countId: string) => void) {
  const onTaken = useEffectEvent(take)
  useEffect(() => {
    const taker = (line: CountLine, countId: string) => onTaken(line, countId)
    takers.add(taker)
    return () => void takers.delete(taker)
  }, [])
}
