import { createAdapter } from '@socket.io/postgres-adapter'
import pg from 'pg'
import type { Server } from 'socket.io'
import { eventNames } from '#shared/http/event-names.ts'
import { events } from '#shared/realtime.ts'
import type { Announcement } from '#server/kernel/work.ts'

/** A NOTIFY payload can have 8000 bytes, of which the adapter's envelope needs some. */
const maxPayloadBytes = 7000

export interface RelayHooks {
  /** Called with the events of another process. */
  onReceived: (announcements: readonly Announcement[]) => void
  /** Called after LISTEN was interrupted and has resumed: events of the meantime are lost. */
  onResumed: () => void
  onError: (error: Error) => void
}

export interface Relay {
  /** Sends events to the other processes. */
  publish(announcements: readonly Announcement[]): void
  stop(): void
}

/**
 * Lets several processes on one database share events, with LISTEN/NOTIFY through socket.io's PostgreSQL adapter: each process
 * receives every event once and sends it to its own clients.
 */
export function relayOver(pool: pg.Pool, io: Server, { onReceived, onResumed, onError }: RelayHooks): Relay {
  let isStopped = false
  let listened = 0
  const listening = {
    // A separate connection: otherwise each interruption would cost the pool a connection, and its error would crash the process.
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
      // We never send payloads too long for NOTIFY, so the adapter's table for these doesn't exist and needs no clean-up.
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

/** Splits events into parts that fit into one notification. */
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

/** Validates the message, as it may come from a process of another version; unknown or invalid events are dropped. */
function readAnnouncements(message: unknown): Announcement[] {
  if (!Array.isArray(message)) return []
  return (message as Announcement[]).filter(
    (one) => eventNames.includes(one?.name) && events[one.name].payload.safeParse(one.payload).success,
  )
}
