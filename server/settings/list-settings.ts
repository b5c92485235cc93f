import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import { ListChoice } from '#shared/settings/list-settings-api.ts'
import type { Db } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { momentSql } from '#server/db/moment.ts'

/** More than there are lists, so that the table can't be used to store other data. */
const maxLists = 100

export async function getListSettings(db: Db, userId: string) {
  const { rows } = await sql<{ list: string; content: unknown }>`select list, content from list_settings
    where user_id = ${userId} order by list`.execute(db)
  const data = rows.flatMap(({ list, content }) => {
    // A value in the format of an older release is ignored.
    const choice = ListChoice.safeParse(content)
    return choice.success ? [{ list, ...choice.data }] : []
  })
  return { data }
}

export async function putListSettings(work: Work, list: string, choice: ListChoice): Promise<void> {
  const { userId } = work.caller
  const { rows } = await sql<{ lists: number }>`select count(*) as lists from list_settings
    where user_id = ${userId} and list <> ${list}`.execute(work.tx)
  if ((rows[0]?.lists ?? 0) >= maxLists) throw new Refusal('IN_USE', `At most ${maxLists} lists can be saved.`)
  await work.tx
    .insertInto('list_settings')
    .values({ user_id: userId, list, content: JSON.stringify(choice) })
    .onConflict((oc) =>
      oc
        .columns(['user_id', 'list'])
        .doUpdateSet((eb) => ({ content: eb.ref('excluded.content'), updated_at: momentSql })),
    )
    .execute()
  work.audit('list.arranged', 'user', userId, { list })
}

export async function forgetListSettings(work: Work, list: string): Promise<void> {
  const { userId } = work.caller
  await sql`delete from list_settings where user_id = ${userId} and list = ${list}`.execute(work.tx)
  work.audit('list.reset', 'user', userId, { list })
}
