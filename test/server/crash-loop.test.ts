import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { clientOf } from '#test/client.ts'
import { reportFigure } from '#test/figures.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { startServer } from '#test/server.ts'
import { runOver } from './running-server.ts'

/*
 * A server process is killed with -9 while clients write (reliability T6). Acknowledged writes are there, writes with
 * unknown outcome are retried with the same key, and every write has exactly one effect.
 */

const rounds = Number(process.env['CRASH_ROUNDS'] ?? 2)
const clients = 6
/** Number of responses after which the process is killed, while other requests are in progress. */
const answersBeforeKill = 12

interface Attempt {
  key: string
  path: string
  body: object
  /** The response from before the kill. */
  response?: { status: number; text: string }
}

test(
  `[SO-02, INV-05] (T6, F1, F2) kill -9 under load, ${rounds} times: no acknowledged write is lost, none has two effects`,
  async () => {
    const base = await startServer()
    const admin = await base.as('admin')
    const place = await addPlace(admin)
    const sold = await addProduct(admin, place, { quantity: 100_000 })
    const counted = await addProduct(admin, place)
    const account = await addAccount(admin)
    const all: Attempt[] = []
    let server = await runOver(base)
    for (let round = 0; round < rounds; round += 1) {
      const orders: string[] = []
      for (let n = 0; n < 40; n += 1) orders.push((await addOrder(admin, account.id, [[sold.id, 2]])).id)
      const attempts: Attempt[] = []
      const next = (): Attempt => {
        const key = randomUUID()
        const kind = attempts.length % 3
        const order = kind === 0 ? orders.pop() : undefined
        if (order) return { key, path: `/api/sales-orders/${order}/confirmation`, body: {} }
        if (kind === 1) return { key, path: '/api/categories', body: { name: `Crash ${key}` } }
        const addition = { quantity: 1, reason: 'purchase_order' }
        return { key, path: `/api/products/${counted.id}/stock-additions`, body: addition }
      }
      const sendTo = async (url: string, { key, path, body }: Attempt) => {
        const answer = await clientOf(url, admin.userId, admin.cookie).send('POST', path, body, {
          'idempotency-key': key,
        })
        return { status: answer.status, text: JSON.stringify(answer.body) }
      }
      let isDead = false
      let answers = 0
      const running = server
      const work = async () => {
        while (!isDead) {
          const attempt = next()
          attempts.push(attempt)
          try {
            attempt.response = await sendTo(running.url, attempt)
          } catch {
            return
          }
          answers += 1
          if (answers < answersBeforeKill + round || isDead) continue
          isDead = true
          process.kill(running.pid, 'SIGKILL')
        }
      }
      await Promise.all(Array.from({ length: clients }, work))
      server = await runOver(base)
      for (const attempt of attempts) {
        const again = await sendTo(server.url, attempt)
        expect(again.status, attempt.path).toBeLessThan(300)
        if (attempt.response && attempt.response.status < 300) expect(again).toEqual(attempt.response)
      }
      all.push(...attempts)
    }
    const { rows } = await sql<{ categories: number; confirmed: number; invoices: number; added: number }>`select
      (select count(*)::int from categories where name like 'Crash %') as categories,
      (select count(*)::int from sales_orders where status = 'CONFIRMED') as confirmed,
      (select count(*)::int from invoices where voided_at is null) as invoices,
      (select coalesce(sum(d_on_hand), 0)::int from stock_entry where item_id = ${counted.id}) as added`.execute(
      base.database.db,
    )
    const of = (part: string) => all.filter(({ path }) => path.includes(part)).length
    expect(rows[0]).toEqual({
      categories: of('categories'),
      confirmed: of('confirmation'),
      invoices: of('confirmation'),
      added: of('stock-additions'),
    })
    expect(all.filter(({ response }) => response === undefined).length).toBeGreaterThan(0)
    expect(await brokenInvariants(base.database.db)).toEqual({})
    reportFigure('kills', rounds)
    reportFigure('writes', all.length)
    reportFigure('acknowledged before the kill', all.filter(({ response }) => response).length)
    reportFigure('of unknown outcome', all.filter(({ response }) => !response).length)
  },
  120_000 + rounds * 60_000,
)
