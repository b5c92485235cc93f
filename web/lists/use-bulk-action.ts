import { useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { refreshOnce } from '#web/api/refresh.ts'
import { newId } from '#web/api/new-id.ts'

/** A selected row: its name for the result, and the record that the list showed. */
export type BulkRow<Row = unknown> = { id: string; name: string; record: Row }
type BulkFailure = { row: BulkRow; reason: string }
/** A running or finished bulk action, with the outcome of each row. */
export type BulkRun = {
  /** "Set category". */
  label: string
  total: number
  done: readonly BulkRow[]
  failed: readonly BulkFailure[]
  isRunning: boolean
}

/** Thrown when an action can't apply to a row, before any call: no address to mail to. */
export class NotForRow extends Error {}

type BulkAction = {
  label: string
  rows: readonly BulkRow[]
  /**
   * The call for one row; an error is shown as that row's reason. `key` is the row's idempotency key, reused when the row
   * is retried: moving stock or money twice has one effect.
   */
  act: (row: BulkRow, key: string) => Promise<unknown>
  onFinished?: (run: BulkRun) => void
  /** Called when the result is closed, or at once if no row failed. */
  onClosed?: () => void
}

/** Rows processed in parallel. */
const maxParallelRequests = 4

/** Runs a bulk action with one call per row; a refused row doesn't stop the others. */
export function useBulk() {
  const [run, setRun] = useState<BulkRun>()
  const [last, setLast] = useState<BulkAction & { keys: ReadonlyMap<string, string> }>()

  async function start(bulk: BulkAction, keys = new Map<string, string>(bulk.rows.map(({ id }) => [id, newId()]))) {
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
          await act(row, keys.get(row.id) ?? newId())
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
    /** Runs the refused rows again. */
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
