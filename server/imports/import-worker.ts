import { Refusal } from '#shared/http/refusal.ts'
import { type Import, type ImportState, noCounts } from '#shared/imports/api.ts'
import { command, type CommandDeps } from '#server/kernel/command.ts'
import { refusalOf } from '#server/db/database.ts'
import type { Caller, Work } from '#server/kernel/work.ts'
import type { ImportKind } from './import-kind.ts'
import { lockImport } from './import-lock.ts'
import { beginWork, endWork, getFile, getImport, noteBatch, noteFindings, noteProgress } from './import-rows.ts'
import { changeMapping } from './mapping.ts'

export interface WorkerDeps extends CommandDeps {
  kind: ImportKind
  /** Told of failures that are our own fault. */
  onCrash: (error: unknown) => void
}

type Job = 'check' | 'run'
const startsFrom: Record<Job, readonly ImportState[]> = {
  check: ['uploaded', 'checking', 'checked', 'failed', 'cancelled'],
  run: ['checked', 'running', 'done', 'failed', 'cancelled'],
}

/** Thrown to end a job between two steps. */
class Stopped extends Error {
  readonly why: 'cancelled' | 'shutdown'
  constructor(why: 'cancelled' | 'shutdown') {
    super(why)
    this.why = why
  }
}

/** Works on imports of one kind in the background of this process, each of them by one process at a time. */
export class ImportWorker {
  readonly #deps: WorkerDeps
  readonly #jobs = new Map<string, Promise<void>>()
  #isStopping = false

  constructor(deps: WorkerDeps) {
    this.#deps = deps
  }

  /**
   * Starts to check or to run an import; answers as soon as it has begun. Throws MOVE_NOT_OPEN while somebody works on it
   * or where it must be checked first, INVALID for a mapping that can't be.
   */
  async start(job: Job, id: string, caller: Caller, chosen: Readonly<Record<string, string>> = {}): Promise<Import> {
    const { database, kind } = this.#deps
    const letGo = await this.#hold(id)
    if (!letGo)
      throw new Refusal('MOVE_NOT_OPEN', 'This import is being worked on. Wait until it is through, or cancel it.')
    try {
      const before = await getImport(database.db, id, kind.name)
      if (!startsFrom[job].includes(before.state)) {
        throw new Refusal(
          'MOVE_NOT_OPEN',
          job === 'run'
            ? 'Check the file first.'
            : 'This import has begun to run; continue it or upload the file again.',
          { details: { state: before.state } },
        )
      }
      const mapping = changeMapping(kind.columns, before.mapping, chosen, before.columns)
      const state = job === 'check' ? 'checking' : 'running'
      const begun = await this.write(caller, (work) => beginWork(work, id, state, mapping))
      const working = this.#work(job, id, caller).finally(async () => {
        await letGo()
        this.#jobs.delete(id)
      })
      this.#jobs.set(id, working)
      return { ...begun, interrupted: false }
    } catch (error) {
      await letGo()
      throw error
    }
  }

  /** Holds the import. Whoever ended it writes that first and lets go a moment later: that moment is waited for. */
  async #hold(id: string): Promise<(() => Promise<void>) | null> {
    const {
      database: { db, pool },
      kind,
    } = this.#deps
    const late = performance.now() + 3000
    for (;;) {
      const { state } = await getImport(db, id, kind.name)
      const letGo = await lockImport(pool, id)
      if (letGo || state === 'checking' || state === 'running' || performance.now() > late) return letGo
      await new Promise((done) => setTimeout(done, 50))
    }
  }

  /** Resolves when the job that this process does on the import, if any, is through. */
  async finished(id: string): Promise<void> {
    await this.#jobs.get(id)
  }

  /** Ends every job after its batch. They stay `running` and can be continued. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all(this.#jobs.values())
  }

  async #work(job: Job, id: string, caller: Caller): Promise<void> {
    const { db } = this.#deps.database
    try {
      if (job === 'check') await this.#check(id)
      else await this.#run(id, caller)
      await endWork(db, id, { state: job === 'check' ? 'checked' : 'done' })
    } catch (error) {
      if (error instanceof Stopped && error.why === 'shutdown') return
      const refusal = refusalOf(error)
      if (!refusal && !(error instanceof Stopped)) this.#deps.onCrash(error)
      const failure = refusal?.message ?? 'The server failed. It has been logged; what was taken in so far stays.'
      // Where even this can't be written it stays `running` without a worker, which the page tells.
      await endWork(db, id, error instanceof Stopped ? { state: 'cancelled' } : { state: 'failed', failure }).catch(
        this.#deps.onCrash,
      )
    }
  }

  async #check(id: string): Promise<void> {
    const { database, kind } = this.#deps
    const { db } = database
    const found = await kind.examine(db, await getFile(db, id), this.#reporter(id))
    const progress = found.good + found.known + found.bad
    await noteFindings(db, id, { ...found, progress, toAdd: await found.toAdd() })
  }

  async #run(id: string, caller: Caller): Promise<void> {
    const { database, kind } = this.#deps
    const { db } = database
    const found = await kind.examine(db, await getFile(db, id))
    await noteFindings(db, id, { ...found, steps: [], progress: found.known + found.bad, toAdd: noCounts })
    for (const batch of found.batches()) {
      if (this.#isStopping) throw new Stopped('shutdown')
      const stop = await this.write(caller, async (work) => noteBatch(work, id, batch.rows, await batch.takeIn(work)))
      if (stop) throw new Stopped('cancelled')
    }
  }

  /** Writes the progress a few times a second at most. */
  #reporter(id: string) {
    let last = 0
    return async (rows: number) => {
      if (this.#isStopping) throw new Stopped('shutdown')
      if (performance.now() - last < 200) return
      last = performance.now()
      if (await noteProgress(this.#deps.database.db, id, rows)) throw new Stopped('cancelled')
    }
  }

  /** Does something on behalf of somebody, in a transaction of its own. */
  async write<T>(caller: Caller, act: (work: Work) => Promise<T>): Promise<T> {
    let result: { value: T } | undefined
    await command(
      this.#deps,
      { caller, route: 'import', status: 200 },
      async (work) => {
        result = { value: await act(work) }
      },
      () => '',
    )
    if (!result) throw new Error('The transaction ended without a result')
    return result.value
  }
}
