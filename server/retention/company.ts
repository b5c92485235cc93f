import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { CompanyBlock } from './template-values.ts'

/** The company's data in messages. */
export async function getCompany(db: Db): Promise<CompanyBlock> {
  const { rows } =
    await sql<CompanyBlock>`select coalesce((select content #>> '{company,name}' from settings), 'Wardstock') as name,
    (select content #>> '{company,phone}' from settings) as phone`.execute(db)
  return rows[0] ?? { name: 'Wardstock', phone: null }
}
