import pg from 'pg'
import type { Received } from '#test/smtp-sink.ts'
import type { Scene, Written } from './writers.ts'

/** Checks that every acknowledged write is there and nothing is there twice: effects, documents, mails, jobs. */
export async function judgeWrites(
  databaseUrl: string,
  scene: Scene,
  written: Written,
  mails: readonly Received[],
): Promise<{ lines: string[]; faults: string[] }> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const faults = written.unexpected.slice(0, 5)
    const { rows } = await client.query(
      `select
        (select count(*)::int from categories where name like 'Drill %') as category,
        (select count(*)::int from users where email like '%@drill.example') as "user",
        (select count(*)::int from sales_orders where status = 'CONFIRMED') as confirmation,
        (select count(*)::int from invoices where voided_at is null) as invoices,
        (select coalesce(sum(d_on_hand), 0)::int - 1000000 from stock_entry where item_id = $1) as stock`,
      [scene.productId],
    )
    const found = rows[0] as Record<keyof Written['acknowledged'] | 'invoices', number>
    const lines = (Object.keys(written.acknowledged) as (keyof Written['acknowledged'])[]).map((kind) => {
      const acknowledged = written.acknowledged[kind]
      if (found[kind] !== acknowledged) faults.push(`${kind}: ${acknowledged} acknowledged, ${found[kind]} there`)
      return `${kind}: ${acknowledged} acknowledged, ${found[kind]} there`
    })
    if (found.invoices !== found.confirmation)
      faults.push(`${found.confirmation} orders are confirmed, with ${found.invoices} invoices`)
    const mailed = await judgeMails(client, written, mails)
    return {
      lines: [...lines, `${written.retried} of them had no certain answer at first`, mailed.line],
      faults: [...faults, ...mailed.faults],
    }
  } finally {
    await client.end()
  }
}

/** Checks that each invitation was sent once, or is shown as failed if that is unknown. */
async function judgeMails(client: pg.Client, { emails }: Written, mails: readonly Received[]) {
  const faults: string[] = []
  const state = new Map<string, string>()
  const deadline = Date.now() + 90_000
  for (;;) {
    const { rows } = await client.query(
      `select to_address, state from mail_outbox where to_address like '%@drill.example'`,
    )
    for (const row of rows) state.set(row.to_address, row.state)
    if (rows.every((row) => row.state !== 'queued' && row.state !== 'sending') || Date.now() > deadline) break
    await new Promise((done) => setTimeout(done, 500))
  }
  const times = new Map<string, number>()
  for (const { to } of mails) for (const address of to) times.set(address, (times.get(address) ?? 0) + 1)
  let [sent, failed] = [0, 0]
  for (const email of emails) {
    const count = times.get(email) ?? 0
    if (count > 1) faults.push(`${email} got ${count} mails`)
    if (state.get(email) === 'sent') sent += 1
    else if (state.get(email) === 'failed') failed += 1
    else faults.push(`the mail to ${email} is ${state.get(email) ?? 'not there'}`)
    if (state.get(email) === 'sent' && count !== 1) faults.push(`${email} is said to be told, and got ${count} mails`)
  }
  return { faults, line: `mails: ${sent} sent once, ${failed} of unknown outcome shown as failed` }
}
