import { sql } from 'kysely'

/**
 * The calendar day of a timestamp in the company's time zone, like the SQL function company_day(). That function reads the
 * settings for each row; this expression reads the time zone once per statement.
 */
export const companyDay = (moment: string) =>
  sql`(${sql.raw(moment)} at time zone (select coalesce((select content->>'timeZone' from settings), 'UTC')))::date`

/**
 * Today in the company's time zone, computed once per statement; company_today() without a subquery is called for each row. For
 * a range scan of an index use company_today() itself, whose value the planner knows.
 */
export const companyToday = sql`(select company_today())`
