import { createAdapter } from '@socket.io/postgres-adapter'
import pg from 'pg'
import type { Server } from 'socket.io'
import { eventNames } from '#shared/http/event-names.ts'
import { events } from '#shared/realtime.ts'
import type { Announcement } from '#server/kernel/work.ts'

/** PostgreSQL carries 8000 bytes a notification; the envelope needs some of them. */
const maxPayloadBytes = 7000

export interface RelayHooks {
  /** Another process has told this. */
  onReceived: (announcements: readonly Announcement[]) => void
  /** Listening has begun again after a break: what was told meanwhile is lost. */
  onResumed: () => void
  onError: (error: Error) => void
}

export interface Relay {
  /** Tells the other processes. */
  publish(announcements: readonly Announcement[]): void
  stop(): void
}

/**
 * Lets several processes on one database share what they tell, by LISTEN and NOTIFY: the adapter's channel carries what was
 * announced, once for each process, and each tells its own clients.
 */
export function relayOver(pool: pg.Pool, io: Server, { onReceived, onResumed, onError }: RelayHooks): Relay {
  let isStopped = false
  let listened = 0
  const listening = {
    // A connection of its own: one of the pool would be lost to it at each break, and its error would end the process.
    async connect() {
      const client = new pg.Client(pool.options)
      client.on('error', onError)
      await client.connect()
      if (isStopped) {
        await client.end()
        return new Promise(() => {})
      }
      listened += 1
      if (listened > 1) onResumed()
      return Object.assign(client, { release: () => void client.end() })
    },
    query: (text: string, values?: unknown[]) => pool.query(text, values),
  }
  io.adapter(
    createAdapter(listening as unknown as pg.Pool, {
      errorHandler: onError,
      // Nothing too long for a notification is sent, so its table of long messages is not there to be cleaned.
      cleanupInterval: 2 ** 31 - 1,
    }),
  )
  io.on('told', (message: unknown) => onReceived(readAnnouncements(message)))
  return {
    publish(announcements) {
      for (const part of partsOf(announcements)) {
        if (part.length === 1 && sizeOf(part) > maxPayloadBytes)
          onError(new Error(`${part[0]?.name} is too long to relay`))
        else io.serverSideEmit('told', part)
      }
    },
    stop: () => {
      isStopped = true
    },
  }
}

const sizeOf = (message: unknown) => Buffer.byteLength(JSON.stringify(message))

/** As many as fit into one notification at a time. */
function* partsOf(announcements: readonly Announcement[]): Generator<Announcement[]> {
  let part: Announcement[] = []
  let size = 0
  for (const one of announcements) {
    const bytes = sizeOf(one) + 1
    if (size + bytes > maxPayloadBytes && part.length > 0) {
      yield part
      part = []
      size = 0
    }
    part.push(one)
    size += bytes
  }
  if (part.length > 0) yield part
}

/** What a process of another version may have told is read by this one's contract; what it doesn't know is left out. */
function readAnnouncements(message: unknown): Announcement[] {
  if (!Array.isArray(message)) return []
  return (message as Announcement[]).filter(
    (one) => eventNames.includes(one?.name) && events[one.name].payload.safeParse(one.payload).success,
  )
}
