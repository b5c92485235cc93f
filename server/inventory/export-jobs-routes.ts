import { Readable } from 'node:stream'
import { Refusal } from '#shared/http/refusal.ts'
import { exportJobsApi } from '#shared/inventory/export-jobs-api.ts'
import type { Db } from '#server/db/database.ts'
import { countAll } from '#server/db/keyset.ts'
import { tableFile, tableTypes } from '#server/files/table-file.ts'
import type { Serve } from '#server/http/serve.ts'
import {
  addExportJob,
  cancelExportJob,
  type ExportWish,
  exportParts,
  getExportJob,
  listExportJobs,
  takeExportJob,
  writeExport,
} from './export-jobs.ts'
import { exportColumns, exportedProducts } from './product-export.ts'
import { productPlan } from './product-query.ts'

/** Exports that are too long to wait for, of the one who asked and of nobody else. */
export function serveExportJobs({ read, write }: Serve): void {
  read(exportJobsApi.listExportJobs, async ({ db, caller }) => ({ data: await listExportJobs(db, caller.userId) }))
  read(exportJobsApi.getExportJob, ({ db, caller, params }) => getExportJob(db, params.id, caller.userId))
  write(exportJobsApi.startExport, async (work, { body }) =>
    addExportJob(work, body, await countAll(work.tx, productPlan(body))),
  )
  write(exportJobsApi.cancelExport, (work, { params }) => cancelExportJob(work, params.id))
  read(exportJobsApi.downloadExport, async ({ db, caller, params, reply }) => {
    const { id, state, fileName } = await getExportJob(db, params.id, caller.userId)
    if (state !== 'done') throw new Refusal('MOVE_NOT_OPEN', 'This export is not done.', { details: { state } })
    reply
      .type(tableTypes[fileName.endsWith('.xlsx') ? 'xlsx' : 'csv'])
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .header('cache-control', 'private, no-store')
    return Readable.from(exportParts(db, id), { objectMode: false }) as never
  })
}

export interface ExportMaker {
  /** Takes the next export, if any waits and none is being made here; it is made beside the round. */
  look(): Promise<void>
  /** Resolves when nothing is being made. What is cut off begins anew where the next server looks. */
  stop(): Promise<void>
  idle(): Promise<void>
}

export function exportMaker(db: Db, onCrash: (error: unknown) => void): ExportMaker {
  let making: Promise<void> | null = null
  let isStopping = false
  async function make({ id, wish }: { id: string; wish: ExportWish }): Promise<void> {
    const { format, columns, ...choice } = wish
    const shown = exportColumns(columns)
    let written = 0
    async function* cells() {
      for await (const rows of exportedProducts(db, choice)) {
        if (isStopping) return
        written += rows.length
        yield rows.map((row) => shown.map((column) => column.cell(row)))
      }
    }
    const headers = shown.map((column) => column.header)
    await writeExport(db, id, {
      pieces: tableFile(format, 'products', headers, cells()),
      written: () => written,
      isCutOff: () => isStopping,
      onCrash,
    })
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
