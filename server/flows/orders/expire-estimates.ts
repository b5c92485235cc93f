import { sql } from 'kysely'
import { businessDate } from '#shared/dates.ts'
import { command, type CommandDeps } from '#server/kernel/command.ts'
import { eachApart } from '#server/kernel/each-apart.ts'
import { systemCaller } from '#server/kernel/work.ts'
import { lockEstimate, transitionEstimate } from '#server/sales/estimates/estimate-lock.ts'

const batchSize = 500

/** Expires estimates whose last day is past: one transaction each. */
export async function expireEstimates(deps: CommandDeps): Promise<void> {
  const today = businessDate(deps.clock(), deps.timeZone())
  const { rows } = await sql<{ id: string }>`select id from estimates
    where status = 'Sent' and deleted_at is null and valid_until < ${today} order by id limit ${batchSize}`.execute(
    deps.database.db,
  )
  const ids = rows.map((row) => row.id)
  await eachApart(ids, (id) =>
    command(
      deps,
      { caller: systemCaller, route: 'expire estimates', status: 204 },
      async (work) => {
        const estimate = await lockEstimate(work, id)
        // The customer answered meanwhile, in time.
        if (estimate.status === 'Sent') await transitionEstimate(work, estimate, 'expire')
        else work.audit('estimate.kept', 'estimate', id)
      },
      () => '',
    ),
  )
}
