import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Db } from '#server/db/database.ts'
import type { Caller } from '#server/kernel/work.ts'
import { tableFile } from '#server/files/table-file.ts'
import { failExport, takeExportJob, type WaitingExport, writeExport } from './export-jobs.ts'
import { checkedChoice, columnsOf, type ExportSource } from './list-rows.ts'

export interface ExportMaker {
  /** Takes the next export, if any waits and none is being made here; it is made beside the round. */
  look(): Promise<void>
  /** Resolves when nothing is being made. What is cut off begins anew where the next server looks. */
  stop(): Promise<void>
  idle(): Promise<void>
}

export function exportMaker(
  db: Db,
  sources: ReadonlyMap<string, ExportSource>,
  onCrash: (error: unknown) => void,
): ExportMaker {
  let making: Promise<void> | null = null
  let isStopping = false
  async function make({ id, ownerId, wish }: WaitingExport): Promise<void> {
    let written = 0
    try {
      const source = sources.get(wish.list)
      if (!source) throw new Error(`There is no list ${wish.list}`)
      const caller = await ownerOf(db, ownerId)
      const choice = checkedChoice(source.list, caller, wish.query)
      const shown = columnsOf(source.list, choice.columns)
      async function* cells() {
        for await (const rows of (source as ExportSource).rows(db, caller, choice)) {
          if (isStopping) return
          written += rows.length
          yield rows.map((row) => shown.map((column) => column.cell(row)))
        }
      }
      const headers = shown.map((column) => column.header)
      await writeExport(db, id, {
        pieces: tableFile(choice.format, wish.list, headers, cells()),
        written: () => written,
        isCutOff: () => isStopping,
        onCrash,
      })
    } catch (error) {
      const isRefused = error instanceof Refusal && error.code === 'FORBIDDEN'
      if (!isRefused) onCrash(error)
      await failExport(db, id, isRefused ? 'You may not see this list any more.' : undefined).catch(onCrash)
    }
  }
  return {
    async look() {
      if (making || isStopping) return
      const next = await takeExportJob(db)
      if (next) making = make(next).finally(() => (making = null))
    },
    idle: async () => void (await making),
    async stop() {
      isStopping = true
      await making
    },
  }
}

/** Who asked, with the rights that they have now. Throws FORBIDDEN for who may not come in any more. */
async function ownerOf(db: Db, id: string): Promise<Caller> {
  const { rows } = await sql<Omit<Caller, 'sessionId'>>`select id as "userId", name, role, permissions,
      account_id as "accountId" from users
    where id = ${id} and suspended_at is null and deleted_at is null`.execute(db)
  if (!rows[0]) throw new Refusal('FORBIDDEN')
  return { ...rows[0], sessionId: id }
}
