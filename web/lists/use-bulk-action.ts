import { useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { refreshOnce } from '#web/api/refresh.ts'

/** A selected row: its name for whoever reads the result, and what the list showed of it. */
export type BulkRow<Row = unknown> = { id: string; name: string; record: Row }
type BulkFailure = { row: BulkRow; reason: string }
/** One act on many rows: what became of each of them. */
export type BulkRun = {
  /** "Set category". */
  label: string
  total: number
  done: readonly BulkRow[]
  failed: readonly BulkFailure[]
  isRunning: boolean
}

/** Why an act makes no sense for a row, known before it is asked for: no address to mail to. */
export class NotForRow extends Error {}

type BulkAction = {
  label: string
  rows: readonly BulkRow[]
  /**
   * The call for one row; what it throws is the reason why that row failed. The key is the row's own for this act, also when
   * it is tried again: where stock or money moves, whatever arrives twice has one effect.
   */
  act: (row: BulkRow, key: string) => Promise<unknown>
  onFinished?: (run: BulkRun) => void
  /** Its result is read, or there was nothing to read. */
  onClosed?: () => void
}

/** Rows that are worked on at the same time. */
const maxParallelRequests = 4

/** Does one act to many rows, each by its own call: what one is refused hinders no other. */
export function useBulk() {
  const [run, setRun] = useState<BulkRun>()
  const [last, setLast] = useState<BulkAction & { keys: ReadonlyMap<string, string> }>()

  async function start(
    bulk: BulkAction,
    keys = new Map<string, string>(bulk.rows.map(({ id }) => [id, crypto.randomUUID()])),
  ) {
    const { label, rows, act } = bulk
    const queue = [...rows]
    let now: BulkRun = { label, total: rows.length, done: [], failed: [], isRunning: true }
    const update = (next: Partial<BulkRun>) => {
      now = { ...now, ...next }
      setRun(now)
    }
    setLast({ ...bulk, keys })
    update({})
    const work = async () => {
      for (let row = queue.shift(); row; row = queue.shift()) {
        try {
          await act(row, keys.get(row.id) ?? crypto.randomUUID())
          update({ done: [...now.done, row] })
        } catch (error) {
          update({ failed: [...now.failed, { row, reason: reasonOf(error) }] })
        }
      }
    }
    await refreshOnce(() => Promise.all(Array.from({ length: maxParallelRequests }, work)))
    update({ isRunning: false })
    bulk.onFinished?.(now)
    if (now.failed.length === 0) bulk.onClosed?.()
  }
  return {
    run,
    start,
    /** The refused rows once more. */
    retry: () => last && run && void start({ ...last, rows: run.failed.map(({ row }) => row) }, new Map(last.keys)),
    close: () => {
      setRun(undefined)
      last?.onClosed?.()
    },
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof NotForRow) return error.message
  if (!(error instanceof ApiError)) throw error
  if (error.code === 'NOT_FOUND') return 'It no longer exists.'
  const [first] = Object.values(error.fields ?? {})
  return first ?? error.message
}
