import { randomUUID } from 'node:crypto'
import { type Client, clientOf } from '#test/client.ts'

/** One write of a client, retried with its key until its outcome is known. */
interface Attempt {
  kind: 'category' | 'stock' | 'confirmation' | 'user'
  key: string
  path: string
  body: object
  /** Set after a response was lost or said that the request may be retried. */
  isRetried: boolean
}

/** The acknowledged writes, by kind, with the names of the categories and the emails of the users. */
export interface Written {
  acknowledged: Record<Attempt['kind'], number>
  categories: string[]
  emails: string[]
  /** Number of writes of which a response was lost or left the outcome open. */
  retried: number
  /** Responses that no client should ever get. */
  unexpected: string[]
  /**
   * The time of the kill (performance.now()), and how long it took until a write first sent after it was acknowledged.
   */
  sinceKill: { at: number; firstMs: number | null }
}

/** Responses after which a client retries the same request. */
const isOpen = (status: number, code: string | undefined) =>
  status >= 500 || status === 429 || (status === 409 && code === 'REQUEST_IN_PROGRESS')

export interface Scene {
  url: string
  userId: string
  cookie: string
  productId: string
  /** The customer of orders that can be confirmed. */
  accountId: string
}

/** Clients that write without a pause, each at the server that the proxy's cookie selects, until they are stopped. */
export function startWriters(scene: Scene, clients: number) {
  const written: Written = {
    acknowledged: { category: 0, stock: 0, confirmation: 0, user: 0 },
    categories: [],
    emails: [],
    retried: 0,
    unexpected: [],
    sinceKill: { at: Infinity, firstMs: null },
  }
  const stopping = new AbortController()
  const work = Promise.all(
    Array.from({ length: clients }, async (_, at) => {
      const client = stickyClient(scene)
      for (let turn = at; !stopping.signal.aborted; turn += 1) {
        const attempt = await nextAttempt(client, scene, turn)
        if (attempt) await settle(client, attempt, written)
      }
    }),
  )
  return {
    written,
    /** From now on, notes the first write that is both sent and acknowledged. */
    noteKill: () => void (written.sinceKill = { at: performance.now(), firstMs: null }),
    async stop() {
      stopping.abort()
      await work
    },
  }
}
export type Writers = ReturnType<typeof startWriters>

/** A client that sends the proxy's cookie, as a browser does. */
export function stickyClient({ url, userId, cookie }: Pick<Scene, 'url' | 'userId' | 'cookie'>): Client {
  let stays = ''
  const send: Client['send'] = async (method, path, body, headers = {}) => {
    const own = clientOf(url, userId, stays ? `${cookie}; ${stays}` : cookie)
    const answer = await own.send(method, path, body, headers)
    const given = answer.headers.getSetCookie().find((one) => one.startsWith('WARDSTOCK_SERVER='))
    if (given) stays = given.split(';')[0] ?? ''
    return answer
  }
  return { ...clientOf(url, userId, cookie), send }
}

async function nextAttempt(client: Client, scene: Scene, turn: number): Promise<Attempt | null> {
  const key = randomUUID()
  const attempt = (kind: Attempt['kind'], path: string, body: object): Attempt => ({
    kind,
    key,
    path,
    body,
    isRetried: false,
  })
  if (turn % 24 === 0) {
    return attempt('user', '/api/users', { name: `Drill ${key}`, email: `${key}@drill.example`, role: 'staff' })
  }
  if (turn % 3 === 0) return attempt('category', '/api/categories', { name: `Drill ${key}` })
  if (turn % 3 === 1) {
    const body = { quantity: 1, reason: 'purchase_order' }
    return attempt('stock', `/api/products/${scene.productId}/stock-additions`, body)
  }
  // An order that is not confirmed is not a lost write: only the confirmation is counted.
  const body = { accountId: scene.accountId, lines: [{ productId: scene.productId, quantity: 1 }] }
  const order = await client
    .send('POST', '/api/sales-orders', body, { 'idempotency-key': randomUUID() })
    .catch(() => null)
  if (order?.status !== 201) return null
  return attempt('confirmation', `/api/sales-orders/${(order.body as unknown as { id: string }).id}/confirmation`, {})
}

/** Retries a write until its outcome is known. An outage may take any time; the drill has its own limit. */
async function settle(client: Client, attempt: Attempt, written: Written): Promise<void> {
  const begun = performance.now()
  for (;;) {
    const answer = await client
      .send('POST', attempt.path, attempt.body, { 'idempotency-key': attempt.key, connection: 'keep-alive' })
      .catch(() => null)
    if (answer && answer.status < 300) return acknowledge(attempt, begun, written)
    if (!answer || isOpen(answer.status, answer.body.code)) {
      if (!attempt.isRetried) written.retried += 1
      attempt.isRetried = true
      await new Promise((done) => setTimeout(done, 200))
      continue
    }
    // This route has no key: that the email address is taken shows that the earlier request succeeded.
    const isDone = attempt.kind === 'user' && attempt.isRetried && [409, 422].includes(answer.status)
    if (isDone) return acknowledge(attempt, begun, written)
    written.unexpected.push(`${attempt.path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return
  }
}

function acknowledge(attempt: Attempt, begun: number, written: Written): void {
  written.acknowledged[attempt.kind] += 1
  if (attempt.kind === 'category') written.categories.push(`Drill ${attempt.key}`)
  if (attempt.kind === 'user') written.emails.push(`${attempt.key}@drill.example`)
  const { sinceKill } = written
  if (sinceKill.firstMs === null && begun > sinceKill.at) sinceKill.firstMs = performance.now() - sinceKill.at
}
