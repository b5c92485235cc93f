import type { QueryClient } from '@tanstack/react-query'
import { io } from 'socket.io-client'
import { type EventName, eventNames, realtimePath } from '#shared/http/event-names.ts'
import { events } from '#shared/realtime.ts'
import type { ApiError } from './api-error.ts'
import { settingsApi } from '#shared/settings/api.ts'
import { invalidate } from './invalidate.ts'
import { isRequestedSince, knowRefetched, type Refetched } from './refresh.ts'
import { showConnectFailed, showGivenUp, showDisconnected, showRestored, withdrawNotices } from './realtime-notices.ts'

/** Events come in bursts: what they make old is asked again at once, then once a second at most. */
const refetchDelayMs = 100
const minRefetchIntervalMs = 1000
/** A log-out, here or in another tab, ends the socket, too; its answer comes first. */
const logOutDelayMs = 300
/** A newer session of this browser is found sooner, and is no news to whoever sits there. */
const noticeDelayMs = 1500

/**
 * Keeps the data on screen true while somebody is signed in; returns how to stop. `isSignedIn` asks the server, and rejects
 * when it can't be asked: a session that is over is no reason to try again.
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
  const socket = io({
    // What was told between the first answers and the first connection is told again; later everything is asked again.
    auth: (sendAuth) => sendAuth(connects === 0 && !hasFailed ? { readingFor: Math.round(performance.now()) } : {}),
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
  /** Nothing answered the attempts, or a call since then: whatever is answered shows that the server is there again. */
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
  // Whatever is answered again, or a network that is back, ends the notice by itself.
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
    // What was told meanwhile is lost.
    if (connects > 1 || hasFailed) void invalidate(client, () => true)
    hasFailed = false
  })
  socket.on('disconnect', (reason, details) => {
    if (reason === 'io client disconnect') return
    if (reason !== 'io server disconnect' && !isCut(details)) return showDisconnected()
    // It comes back only once it is known who sits there.
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

  /** The server has ended it: it stops, or the session is over, or was replaced by a newer one of this browser. */
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

  /** No session, no further attempts: whoever is asked says so, and leads to the login. */
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
 * The server has cut the connection before it could say so: the cookie was replaced and what the old one opened is still there
 * (403), or is gone already (400).
 */
const isCut = (details: unknown) => [400, 403].includes(Number(statusOf(details)))

/** The new settings hold at once; their version is asked for, and all that is worked out by them, such as what is low. */
function takeSettings(client: QueryClient, payload: unknown) {
  const settings = events.settings_updated.payload.safeParse(payload)
  const queryKey = [settingsApi.getSettings.path]
  if (settings.success) {
    client.setQueriesData({ queryKey }, (old: object | undefined) => old && { ...old, data: settings.data })
  }
  void invalidate(client, () => true)
}

function refetcher(client: QueryClient, refetched: Refetched) {
  // Path → when the last event that makes it old was heard.
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
