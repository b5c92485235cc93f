import { can } from '#shared/access/can.ts'
import { type TaskName, taskNames, tasks, type Waiting } from '#shared/reports/work-queue-api.ts'
import type { Db } from '#server/db/database.ts'
import type { Serve } from '#server/http/serve.ts'
import type { Caller } from '#server/kernel/work.ts'

interface Listed {
  data: readonly Record<string, unknown>[]
  total: number
  totalIsMore: boolean
}

/**
 * The tasks of a user. Each task reads the first row of the list that its tile opens, so that the counts can't differ; only
 * lists that the user may see are read.
 */
export async function listWork(
  answerOf: Serve['answerOf'],
  db: Db,
  caller: Caller,
  wanted: readonly TaskName[] = taskNames,
): Promise<Waiting[]> {
  const seen = wanted.filter((task) => can(caller, tasks[task].right))
  return Promise.all(
    seen.map(async (task) => {
      const { list, filter, sort, since } = tasks[task]
      const query = list.spec.query.parse({ ...filter, sort, limit: '1' })
      const { data, total, totalIsMore } = (await answerOf(list)({ db, caller, query })) as Listed
      const oldest = data[0]?.[since]
      return { task, count: total, isMore: totalIsMore, oldest: typeof oldest === 'string' ? oldest : null }
    }),
  )
}
