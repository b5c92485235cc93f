import { sql } from 'kysely'

/**
 * The company's calendar day of a moment, the same as company_day() in the database. That is called for each row and asks the
 * settings each time; here the time zone is looked up once for a statement.
 */
export const companyDay = (moment: string) =>
  sql`(${sql.raw(moment)} at time zone (select coalesce((select content->>'timeZone' from settings), 'UTC')))::date`

/**
 * The company's day now, worked out once for a statement: company_today() by itself is called for each row. An index that is to be
 * searched from that day on is asked with company_today(), whose value the planner knows.
 */
export const companyToday = sql`(select company_today())`
