import { countsApi } from '#shared/inventory/counts/api.ts'
import type { Work } from '#server/kernel/work.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { drawCountSheet } from '#server/flows/stock/print-count-sheet.ts'
import { approveCount } from './count-approval.ts'
import { addCountLine, countLine } from './count-lines.ts'
import { getCount, getCountLine, listCountLines, listCounts } from './count-view.ts'
import { cancelCount, finishCount, planCount, previewCount, recountLines, startCount } from './counts.ts'

export function serveCounts({ read, write }: Serve, { clock }: ServeDeps): void {
  read(countsApi.listCounts, ({ db, query }) => listCounts(db, query))
  read(countsApi.previewCount, ({ db, query }) => previewCount(db, query, clock()))
  read(countsApi.getCount, ({ db, params }) => getCount(db, params.id, clock()))
  read(countsApi.listCountLines, ({ db, params, query }) => listCountLines(db, params.id, query))

  read(countsApi.printCount, async ({ db, params, reply }): Promise<never> => {
    const { name, content } = await drawCountSheet(db, params.id, clock())
    reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}"`)
    return content as never
  })

  write(countsApi.planCount, async (work, { body }) => getCount(work.tx, await planCount(work, body), work.now))
  write(countsApi.startCount, acting(startCount))
  write(
    countsApi.finishCount,
    acting((work, id, body) => finishCount(work, id, body.leaveOut)),
  )
  write(
    countsApi.recountLines,
    acting((work, id, body) => recountLines(work, id, body.lines)),
  )
  write(
    countsApi.cancelCount,
    acting((work, id, body) => cancelCount(work, id, body.reason)),
  )
  write(countsApi.approveCount, async (work, { params, version }) => {
    await approveCount(work, params.id, version)
    return getCount(work.tx, params.id, work.now)
  })
  write(countsApi.addCountLine, async (work, { params, body }) =>
    getCountLine(work.tx, params.id, await addCountLine(work, params.id, body)),
  )
  write(countsApi.countLine, async (work, { params, body, version }) => {
    await countLine(work, params.id, params.lineId, version, body)
    return getCountLine(work.tx, params.id, params.lineId)
  })
}

/** A handler that runs an action on one count and returns the count afterwards. */
function acting<B>(act: (work: Work, id: string, body: B) => Promise<void>) {
  return async (work: Work, { params, body }: { params: { id: string }; body: B }) => {
    await act(work, params.id, body)
    return getCount(work.tx, params.id, work.now)
  }
}
