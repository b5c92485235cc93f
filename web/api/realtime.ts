import type { QueryClient } from '@tanstack/react-query'
import { io } from 'socket.io-client'
import { type EventName, eventNames, realtimePath } from '#shared/http/event-names.ts'
import { events } from '#shared/realtime.ts'
import type { ApiError } from './api-error.ts'
import { settingsApi } from '#shared/settings/api.ts'
import { invalidate } from './invalidate.ts'
import { isRequestedSince, knowRefetched, type Refetched } from './refresh.ts'
import { showConnectFailed, showGivenUp, showDisconnected, showRestored, withdrawNotices } from './realtime-notices.ts'

/** Throttles refetching, since events come in bursts: first after 100 ms, then once a second at most. */
const refetchDelayMs = 100
const minRefetchIntervalMs = 1000
/** Longest time that a message to the server is taken to be under way. */
const maxDelayMs = 500
/** A log-out, here or in another tab, also closes the socket: wait for its response first. */
const logOutDelayMs = 300
/**
 * No "disconnected" notice if the check finds within this time that a newer session of this browser replaced the
 * connection.
 */
const noticeDelayMs = 1500

/**
 * Refetches what other users change, over the realtime connection, while somebody is signed in. Returns a stop function.
 * `isSignedIn` asks the server and rejects when it can't: there is no reconnecting after the session has ended.
 */
export function followChanges(
  client: QueryClient,
  refetched: Refetched,
  isSignedIn: () => Promise<unknown>,
): () => void {
  knowRefetched(refetched)
  let isStopped = false
  const refetch = refetcher(client, refetched)
  let hasFailed = false
  let connects = 0
  let wasReplaced = false
  const startedAt = performance.now()
  // The message takes a while to the server: some half of the handshake before it, which went there and back.
  const readingFor = () => Math.round(performance.now() + Math.min((performance.now() - startedAt) / 2, maxDelayMs))
  const socket = io({
    // The server replays events since the page began to load, on the first connection only; after a gap everything is
    // refetched.
    auth: (sendAuth) => sendAuth(connects === 0 && !hasFailed ? { readingFor: readingFor() } : {}),
    path: realtimePath,
    transports: ['polling'],
    withCredentials: true,
    autoConnect: false,
    forceNew: true,
    reconnectionAttempts: 5,
    reconnectionDelay: 2000,
    reconnectionDelayMax: 5000,
    timeout: 20_000,
  })
  let hasGivenUp = false
  /** The server has not responded, to connecting or to a call since: the next successful query means that it is back. */
  let isSilent = false
  const retry = () => {
    hasGivenUp = false
    isSilent = false
    socket.connect()
  }
  function giveUp() {
    hasGivenUp = true
    showGivenUp(retry)
  }
  // After giving up: reconnects when a query succeeds again or the network returns.
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (!hasGivenUp || event.type !== 'updated') return
    if (event.action.type === 'error') isSilent ||= (event.query.state.error as Partial<ApiError> | null)?.status === 0
    else if (event.action.type === 'success' && isSilent) retry()
  })
  const onOnline = () => hasGivenUp && retry()
  window.addEventListener('online', onOnline)

  socket.on('connect', () => {
    connects += 1
    withdrawNotices()
    if (connects > 1 && !wasReplaced) showRestored()
    wasReplaced = false
    // Events were missed while disconnected: refetch everything.
    if (connects > 1 || hasFailed) void invalidate(client, () => true)
    hasFailed = false
  })
  socket.on('disconnect', (reason, details) => {
    if (reason === 'io client disconnect') return
    if (reason !== 'io server disconnect' && !isCut(details)) return showDisconnected()
    // Reconnects only after checking whether the session is still valid.
    socket.disconnect()
    setTimeout(() => void onCut(), logOutDelayMs)
  })
  socket.on('connect_error', (error) => {
    hasFailed = true
    isSilent = !statusOf(error)
    wasReplaced = false
    if (statusOf(error) === 401) return void onRefused()
    showConnectFailed()
  })
  socket.io.on('reconnect_failed', giveUp)
  for (const name of eventNames) {
    socket.on(name, (payload: unknown) => {
      if (name === 'settings_updated') takeSettings(client, payload)
      refetch.of(name)
    })
  }

  /**
   * The server closed the connection: it shuts down, the session has ended, or a newer session of this browser replaced
   * it.
   */
  async function onCut() {
    if (isStopped) return
    const noticeTimer = setTimeout(() => !isStopped && showDisconnected(), noticeDelayMs)
    const refusal = await isSignedIn().then(
      () => 'none',
      (error: unknown) => ((error as Partial<ApiError> | null)?.status === 401 ? 'signed out' : 'unreachable'),
    )
    clearTimeout(noticeTimer)
    if (isStopped) return
    if (refusal === 'signed out') return giveUp()
    if (refusal === 'unreachable') showDisconnected()
    wasReplaced = refusal === 'none'
    socket.connect()
  }

  /** No session: no further attempts. `isSignedIn` also redirects to the login. */
  async function onRefused() {
    socket.disconnect()
    await isSignedIn().catch(() => {})
    if (!isStopped) giveUp()
  }
  socket.connect()

  return () => {
    isStopped = true
    unsubscribe()
    window.removeEventListener('online', onOnline)
    socket.disconnect()
    refetch.stop()
    withdrawNotices()
  }
}

/** The HTTP status that ended a poll. */
const statusOf = (details: unknown) => (details as { description?: unknown } | undefined)?.description

/**
 * The server closed the connection before it could send a disconnect: the cookie was replaced while the old session's
 * connection still exists (403) or is already gone (400).
 */
const isCut = (details: unknown) => [400, 403].includes(Number(statusOf(details)))

/**
 * Applies the new settings at once and refetches everything: the settings' version, and what depends on them, such as low
 * stock.
 */
function takeSettings(client: QueryClient, payload: unknown) {
  const settings = events.settings_updated.payload.safeParse(payload)
  const queryKey = [settingsApi.getSettings.path]
  if (settings.success) {
    client.setQueriesData({ queryKey }, (old: object | undefined) => old && { ...old, data: settings.data })
  }
  void invalidate(client, () => true)
}

function refetcher(client: QueryClient, refetched: Refetched) {
  // Path → time of the last event that invalidates it.
  const old = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = Number.NEGATIVE_INFINITY
  const refetch = () => {
    timer = undefined
    last = performance.now()
    const paths = new Set<unknown>(
      [...old].flatMap(([path, receivedAt]) => (isRequestedSince(path, receivedAt) ? [] : path)),
    )
    old.clear()
    void invalidate(client, ({ queryKey }) => paths.has(queryKey[0]))
  }
  return {
    of(name: EventName) {
      for (const { path } of refetched[name]) old.set(path, performance.now())
      timer ??= setTimeout(refetch, Math.max(refetchDelayMs, last + minRefetchIntervalMs - performance.now()))
    },
    stop: () => clearTimeout(timer),
  }
}
