import { io, type Socket } from 'socket.io-client'
import { onTestFinished } from 'vitest'
import { type EventName, eventNames, realtimePath } from '#shared/http/event-names.ts'

export interface ReceivedEvent {
  name: EventName
  payload: Record<string, unknown>
}

export interface Listener {
  socket: Socket
  received: ReceivedEvent[]
  /** engine.io's session id, which every poll sends. */
  sid(): string
  /** Resolves with the reason when it is disconnected. */
  ended: Promise<string>
  /** Number of pings from the server: a client that was disconnected before the first one was disconnected at once. */
  pings(): number
}

/**
 * Connects a real client by long polling; throws the error of a refused handshake (`description` is the HTTP status).
 */
export async function listen(
  url: string,
  cookie: string,
  headers: Record<string, string> = {},
  auth: Record<string, unknown> = {},
): Promise<Listener> {
  const socket = io(url, {
    auth,
    path: realtimePath,
    transports: ['polling'],
    extraHeaders: { ...(cookie ? { cookie } : {}), ...headers },
    reconnection: false,
    forceNew: true,
  })
  onTestFinished(() => void socket.disconnect())
  const received: ReceivedEvent[] = []
  for (const name of eventNames) socket.on(name, (payload) => void received.push({ name, payload }))
  let pings = 0
  socket.io.on('ping', () => void (pings += 1))
  const ended = new Promise<string>((done) => void socket.once('disconnect', done))
  await new Promise<void>((done, failed) => {
    socket.once('connect', done)
    socket.once('connect_error', failed)
  })
  return { socket, received, ended, pings: () => pings, sid: () => (socket.io.engine as unknown as { id: string }).id }
}

/** Waits until `isSo` returns true, at most `timeoutMs`; returns how long it took, in milliseconds. */
export async function until(isSo: () => boolean, timeoutMs = 20_000): Promise<number> {
  const start = performance.now()
  while (!isSo()) {
    if (performance.now() - start > timeoutMs) throw new Error(`Not within ${timeoutMs} ms: ${isSo.toString()}`)
    await pause(10)
  }
  return performance.now() - start
}

export const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Sends one raw request to engine.io. */
export function poll(url: string, query: Record<string, string>, init: RequestInit = {}): Promise<Response> {
  const search = new URLSearchParams({ EIO: '4', transport: 'polling', ...query })
  return fetch(`${url}${realtimePath}/?${search}`, init)
}
