import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { whyUserNotRemovable, whyUserNotInvited } from '#shared/identity/users/user-guards.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { importsApi, whyImportNotCancelled } from '#shared/imports/api.ts'
import { productionApi } from '#shared/inventory/production/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { jobsApi } from '#shared/jobs/api.ts'
import { whyJobNotCancelled, whyJobNotRun } from '#shared/jobs/job-guards.ts'
import { queueJob } from '#server/kernel/queue-job.ts'
import { addPlace, addProduct } from '#test/builders.ts'
import { csvOf, delivery, uploadFile } from '#test/delivery-history.ts'
import { type ClosedCall, expectRefused, putStatus } from '#test/server/refused-calls.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

/* Like refused-transitions.test.ts: jobs, imports, users and production runs. */

let server: TestServer
let admin: Client
const why = { reason: 'A test' }
beforeAll(async () => {
  server = await startServer({ rateLimits: false })
  admin = await server.as('admin')
})

describe('the reason that disables a button is the reason of the refusal (409)', () => {
  test('jobs in every state', async () => {
    await queueJob(server.database.db, 'send-reminders', {})
    const [queued] = (await admin.do(jobsApi.listJobs, { query: { queue: 'send-reminders' } })).data
    const { queue, id } = queued ?? { queue: 'send-reminders', id: '' }
    const path = `/api/jobs/${queue}/${id}`
    let refused = 0
    for (const state of ['created', 'active', 'completed', 'failed', 'cancelled']) {
      await sql`update pgboss.job set state = ${state}::pgboss.job_state where id = ${id}`.execute(server.database.db)
      const job = (await admin.do(jobsApi.listJobs, { query: { queue } })).data.find((one) => one.id === id)
      if (!job) throw new Error('no job')
      refused += await expectRefused(admin, [
        [whyJobNotRun(job)?.reason ?? null, 'POST', `${path}/retry`, {}],
        [whyJobNotCancelled(job)?.reason ?? null, 'POST', `${path}/cancellation`, {}],
      ])
    }
    expect(refused).toBe(6)
  })

  test('[IMP-01] imports in every final state', async () => {
    const { id } = (await uploadFile(admin, csvOf([delivery({})]))).body
    let refused = 0
    for (const state of ['done', 'cancelled'] as const) {
      await putStatus(server, 'imports', id, state, 'state')
      const found = await admin.do(importsApi.getImport, { params: { id } })
      const reason = whyImportNotCancelled(found)
      refused += await expectRefused(admin, [[reason, 'POST', `/api/imports/${id}/cancellation`, {}]])
    }
    expect(refused).toBe(2)
  })

  test('[PERM-05] users: the last administrator, the user’s own account, and users who already have a password', async () => {
    const calls = async (client: Client): Promise<ClosedCall[]> => {
      const user = await client.do(usersApi.get, { params: { id: client.userId } })
      const path = `/api/users/${client.userId}`
      const whyNotRemovable = whyUserNotRemovable(user, client.userId)?.reason ?? null
      return [
        [whyNotRemovable, 'POST', `${path}/suspension`, {}],
        [whyNotRemovable, 'DELETE', path],
        [whyUserNotInvited(user)?.reason ?? null, 'POST', `${path}/invitation`, {}],
      ]
    }
    const last = await calls(admin)
    expect(await expectRefused(admin, last)).toBe(3)
    const second = await server.as('admin')
    const own = await calls(second)
    expect(await expectRefused(second, own)).toBe(3)
    expect(own[0]?.[0]).not.toBe(last[0]?.[0])
    const user = await admin.do(usersApi.get, { params: { id: second.userId } })
    expect(whyUserNotRemovable(user, admin.userId)).toBeNull()
    expect((await admin.call(usersApi.suspend, { params: { id: second.userId } })).status).toBe(200)
  })

  test('[RAW-01] production runs: a run is reversed only once, and a reversal never', async () => {
    const place = await addPlace(admin)
    const factory = await admin.do(inventoryApi.createLocation, { body: { name: 'Works', type: 'Factory' } })
    const film = await admin.do(rawMaterialsApi.createRawMaterial, {
      body: { name: 'Film', materialType: 'Film', location: factory.id, cost: '0.10', quantity: 50 },
    })
    const { id } = await addProduct(admin, place, { billOfMaterials: [{ rawMaterialId: film.id, quantity: 1 }] })
    const made = await admin.do(productionApi.produce, {
      params: { id },
      body: { locationId: factory.id, quantity: 2 },
    })
    const undone = await admin.do(productionApi.reverseProduction, { params: { id: made.id }, body: why })
    let refused = 0
    for (const run of [made.id, undone.id]) {
      const found = await admin.do(productionApi.getRun, { params: { id: run } })
      refused += await expectRefused(admin, [
        [found.whyNotReversed, 'POST', `/api/production-runs/${run}/reversal`, why],
      ])
    }
    expect(refused).toBe(2)
  })
})
