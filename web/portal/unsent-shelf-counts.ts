import { useEffect, useSyncExternalStore } from 'react'
import { consignmentApi } from '#shared/portal/consignment-api.ts'
import { shelfApi } from '#shared/portal/shelf-api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { getSession } from '#web/session/session.ts'
import { dropUnsent, finishDraft, listUnsent, noteProblem, type UnsentCount } from './shelf-store.ts'

let known: readonly UnsentCount[] = []
const listeners = new Set<() => void>()
let isSending = false
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined

async function refresh(): Promise<readonly UnsentCount[]> {
  const { user } = getSession()
  known = user ? await listUnsent(user.id) : []
  for (const listener of listeners) listener()
  return known
}

/** Stores a finished count and sends it as soon as possible. */
export async function saveCount(count: UnsentCount): Promise<void> {
  await finishDraft(count)
  await refresh()
  sendUnsentCounts()
}

export async function discardCount(countId: string): Promise<void> {
  await dropUnsent(countId)
  await refresh()
}

/** Sends at once, without waiting for the backoff. */
export function sendUnsentCounts(): void {
  clearTimeout(timer)
  void sendNext()
}

async function sendNext(): Promise<void> {
  if (isSending) return
  isSending = true
  try {
    for (const count of await refresh()) {
      if (count.problem !== undefined) continue
      if (!(await send(count))) break
    }
  } finally {
    isSending = false
  }
  if (failures > 0) timer = setTimeout(() => void sendNext(), Math.min(1000 * 2 ** failures, 15_000))
}

function post({ kind, countId, shelfId, countedAt, lines }: UnsentCount): Promise<unknown> {
  const params = { id: shelfId }
  const options = { idempotencyKey: countId, quiet: true }
  if (kind === 'consignment') {
    const lots = lines.map(({ key, counted }) => ({ lotId: key, counted }))
    return call(consignmentApi.countConsignment, { params, body: { countId, countedAt, lines: lots } }, options)
  }
  const products = lines.map(({ key, counted }) => ({ productId: key, counted }))
  return call(shelfApi.sendCount, { params, body: { countId, countedAt, lines: products } }, options)
}

/** False if it has to be retried later. */
async function send(count: UnsentCount): Promise<boolean> {
  try {
    await post(count)
    await dropUnsent(count.countId)
  } catch (error) {
    if (isWorthAnotherTry(error)) {
      failures += 1
      return false
    }
    await noteProblem(count, error instanceof ApiError ? error.message : String(error))
  }
  failures = 0
  await refresh()
  return true
}

/** No response, a server error, no session, rate-limited, or being sent by another tab. */
const isWorthAnotherTry = (error: unknown) =>
  error instanceof ApiError &&
  (error.isUncertain || error.status === 401 || error.status === 429 || error.code === 'REQUEST_IN_PROGRESS')

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The user's unsent counts on this device; sends them while the page is visible. */
export function useUnsentCounts(): readonly UnsentCount[] {
  useEffect(() => {
    const sendWhenVisible = () => {
      if (document.visibilityState === 'visible') sendUnsentCounts()
    }
    sendWhenVisible()
    window.addEventListener('online', sendUnsentCounts)
    document.addEventListener('visibilitychange', sendWhenVisible)
    return () => {
      window.removeEventListener('online', sendUnsentCounts)
      document.removeEventListener('visibilitychange', sendWhenVisible)
    }
  }, [])
  return useSyncExternalStore(subscribe, () => known)
}
