import pg from 'pg'
import { clientOf } from '#test/client.ts'
import type { Ear } from './app-servers.ts'
import type { Cluster } from './cluster.ts'
import { until } from './programs.ts'
import { type Scene, stickyClient, type Writers } from './writers.ts'

/** Creates orders until both live connections have received the event of one. */
export async function untilReceived(
  client: ReturnType<typeof clientOf>,
  scene: Scene,
  ears: readonly Ear[],
): Promise<void> {
  const ids: string[] = []
  const body = { accountId: scene.accountId, lines: [{ productId: scene.productId, quantity: 1 }] }
  await until(
    'a live event at both servers',
    async () => {
      const { status, body: order } = await client.send('POST', '/api/sales-orders', body, {
        'idempotency-key': crypto.randomUUID(),
      })
      if (status === 201) ids.push((order as unknown as { id: string }).id)
      await new Promise((passed) => setTimeout(passed, 300))
      return ids.some((id) => ears.every(({ received }) => received.has(id)))
    },
    120_000,
  )
}

/** Requests a background export after the kill and waits until it is done. */
export async function exportDone(cluster: Cluster, scene: Scene): Promise<void> {
  const client = stickyClient({ ...scene, url: cluster.webUrl })
  let id: string | undefined
  await until(
    'an export is done',
    async () => {
      if (!id) {
        const answer = await client.send('POST', '/api/export-jobs', { list: 'products', query: {} })
        id = answer.status === 202 ? (answer.body as unknown as { id: string }).id : undefined
        return false
      }
      const { body } = await client.send('GET', `/api/export-jobs/${id}`)
      return (body as unknown as { state: string }).state === 'done'
    },
    180_000,
  )
}

export async function missingCategories(cluster: Cluster, { written }: Writers): Promise<number> {
  const names = [...written.categories]
  const rows = await asOwner(cluster, 'select name from categories')
  const there = new Set(rows.map(({ name }) => name))
  return names.filter((name) => !there.has(name)).length
}

export async function canRead(cluster: Cluster): Promise<boolean> {
  const client = new pg.Client({ connectionString: cluster.bouncerUrl, connectionTimeoutMillis: 35_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('select count(*)::int as orders, pg_is_in_recovery() as copy from sales_orders')
    return rows[0].orders > 0 && rows[0].copy
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

export async function asOwner(cluster: Cluster, text: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
