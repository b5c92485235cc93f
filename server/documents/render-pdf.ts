import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { Refusal } from '#shared/http/refusal.ts'
import { projectFile } from '#server/kernel/project-files.ts'
import type { PdfLayout, PdfTask } from './pdf-worker.ts'

const maxQueued = 40
const maxMs = 60_000

let threads: Piscina<PdfTask, Uint8Array> | undefined

/** Created with the first document; idle threads end after a minute. One core is left for everything else. */
const pool = () =>
  (threads ??= new Piscina<PdfTask, Uint8Array>({
    filename: projectFile('server/documents/pdf-worker.ts'),
    minThreads: 0,
    maxThreads: Math.max(1, Math.min(4, availableParallelism() - 1)),
    idleTimeout: 60_000,
    // Requests for pages have priority.
    niceIncrement: 10,
    maxQueue: maxQueued,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  }))

/**
 * Renders a document in a worker thread, so that other requests are not blocked. `layout` is a function of plain data that is
 * called with `args` there. Throws RATE_LIMITED if the queue is full, or if it takes longer than a minute.
 */
export async function renderPdf(layout: PdfLayout, args: readonly unknown[]): Promise<Buffer> {
  if (pool().queueSize >= maxQueued)
    throw new Refusal('RATE_LIMITED', 'Many documents are being made. Try again in a moment.', { retryAfter: 3 })
  const late = AbortSignal.timeout(maxMs)
  try {
    return Buffer.from(await pool().run({ layout, args }, { signal: late }))
  } catch (error) {
    if (!late.aborted) throw error
    throw new Refusal('RATE_LIMITED', 'This document takes too long to make. Choose fewer lines.', { retryAfter: 60 })
  }
}
