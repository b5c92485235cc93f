import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import { whyInvoiceNotOpen, whyNotPayable } from '#shared/invoicing/invoice-guards.ts'
import { formatFigure } from '#server/documents/formats.ts'
import { attachDocument } from '#server/documents/draw-document.ts'
import { formatDay } from '#shared/format-day.ts'
import type { Settings } from '#shared/settings/api.ts'
import { command, type CommandDeps } from '#server/kernel/command.ts'
import { eachApart } from '#server/kernel/each-apart.ts'
import { systemCaller, type Work } from '#server/kernel/work.ts'
import { mailAbout } from '#server/invoicing/money-mails.ts'
import { getSettings } from '#server/settings/settings.ts'
import { contact, readInvoice } from './send-invoice.ts'

const last = 3
const names = ['', 'Reminder', 'Second reminder', 'Final reminder']

/** Days overdue from which each level is due. */
const daysOf = ({ firstDays, secondDays, thirdDays }: Settings['reminders']) => [firstDays, secondDays, thirdDays]

/** The minimum days between a level and the one before it, so that a long overdue invoice doesn't get three reminders at once. */
const gapsOf = ({ firstDays, secondDays, thirdDays }: Settings['reminders']) => [
  0,
  secondDays - firstDays,
  thirdDays - secondDays,
]

/** Level and age of the last reminder of invoice `v`. */
const sentOf = sql`(select coalesce(max(m.level), 0) as level, company_today() - company_day(max(m.at)) as "daysSinceLast"
        from money_mails m where m.invoice_id = v.id and m.kind = 'reminder') sent`

interface ReminderTarget {
  accountId: string
  email: string | null
  reminders: boolean
  daysOverdue: number
  voided: boolean
  isPaid: boolean
  level: number
  /** Null before the first reminder. */
  daysSinceLast: number | null
}

/**
 * Mails the next reminder of an invoice, at a user's request or when it is due. Throws NOT_FOUND, and INVALID_TRANSITION with the
 * reason if there is none to send.
 */
export async function remind(work: Work, invoiceId: string, onlyWhenDue = false): Promise<void> {
  work.locks.take('invoice', invoiceId)
  await sql`select 1 from invoices where id = ${invoiceId} for no key update`.execute(work.tx)
  // A separate statement, so that it sees what was sent while we waited for the lock.
  const { rows } =
    await sql<ReminderTarget>`select v.account_id as "accountId", a.email, coalesce(b.reminders, true) as reminders,
      company_today() - v.due_date as "daysOverdue", v.voided_at is not null as voided,
      v.paid >= v.total as "isPaid",
      sent.level, sent."daysSinceLast"
    from invoices v join accounts a on a.id = v.account_id left join account_billing b on b.account_id = a.id
      cross join lateral ${sentOf}
    where v.id = ${invoiceId} and v.deleted_at is null`.execute(work.tx)
  const [target] = rows
  if (!target) throw new Refusal('NOT_FOUND')
  const why = whyNot(target)
  if (why) throw new Refusal('INVALID_TRANSITION', why)
  const level = target.level + 1
  const read = await readInvoice(work.tx, invoiceId)
  const { invoice, settings } = read
  const { reminders } = settings
  const isEarly =
    target.daysOverdue < (daysOf(reminders)[target.level] ?? 0) ||
    (target.daysSinceLast ?? Infinity) < (gapsOf(reminders)[target.level] ?? 0)
  if (onlyWhenDue && isEarly) throw new Refusal('TOO_EARLY', 'It is too early for the next reminder.')
  const { currency, company } = settings
  // The customer knows an opening balance by its old number.
  const called = invoice.reference ? `${invoice.number} (${invoice.reference})` : invoice.number
  const sent = await mailAbout(
    work,
    { kind: 'reminder', accountId: target.accountId, invoiceId, level },
    {
      to: target.email ?? '',
      subject: `${names[level]}: invoice ${called} from ${company.name}`,
      lines: [
        `Our invoice ${called} of ${formatDay(invoice.issuedDate)} was due on ${formatDay(invoice.dueDate)}; ${currency} ${formatFigure(invoice.due, 2)} is still due.`,
        level === last
          ? 'This is our last reminder. Please pay now, or contact us if you have questions about it.'
          : 'Please pay it now. If you have already paid, please disregard this reminder.',
        ...contact(company.contactEmail),
      ],
      attachments: [await attachDocument(work, read)],
    },
  )
  if (sent === null) throw new Refusal('ALREADY_DONE', 'This reminder was already sent.')
}

function whyNot({ voided, isPaid, daysOverdue, email, reminders, level }: ReminderTarget): string | null {
  const closed = whyInvoiceNotOpen({ voided }) ?? whyNotPayable({ isPaid })
  if (closed) return closed
  if (daysOverdue <= 0) return 'The invoice is not overdue.'
  if (!reminders) return 'The customer gets no reminders.'
  if (!email) return 'The customer has no email address.'
  return level >= last ? 'All three reminders were sent.' : null
}

/** Sends all reminders that are due, in one transaction per invoice; a second run doesn't send them again. */
export async function remindOverdue(deps: CommandDeps): Promise<void> {
  const { db } = deps.database
  const { reminders } = await getSettings(db)
  if (!reminders.automatic) return
  const [first = 0, second = 0, third = 0] = daysOf(reminders)
  const [, toSecond = 0, toThird = 0] = gapsOf(reminders)
  const { rows } = await sql<{ id: string }>`select v.id from invoices v join accounts a on a.id = v.account_id
      left join account_billing b on b.account_id = a.id
      cross join lateral ${sentOf}
    where v.deleted_at is null and v.voided_at is null and v.paid < v.total and coalesce(b.reminders, true) and a.email is not null
      and company_today() - v.due_date >= case sent.level when 0 then greatest(${first}::int, 1) when 1 then ${second}::int when 2 then ${third}::int end
      and case sent.level when 1 then sent."daysSinceLast" >= ${toSecond}::int when 2 then sent."daysSinceLast" >= ${toThird}::int else true end
    order by v.due_date, v.id limit 500`.execute(db)
  const ids = rows.map((row) => row.id)
  await eachApart(ids, async (id) => {
    try {
      await command(
        deps,
        { caller: systemCaller, route: 'remindOverdue', status: 204 },
        (work) => remind(work, id, true),
        () => '',
      )
    } catch (error) {
      // Paid, voided or reminded of meanwhile: go on with the others.
      if (!(error instanceof Refusal)) throw error
    }
  })
}
