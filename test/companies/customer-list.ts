import { expect } from 'vitest'
import type { Import } from '#shared/imports/api.ts'
import { customerImportsApi } from '#shared/imports/customer-imports-api.ts'
import { pathOf } from '#test/client.ts'
import { runJobsOf } from '#test/run-jobs.ts'
import type { Client } from '#test/server.ts'

async function settled(admin: Client, id: string): Promise<Import> {
  for (;;) {
    const found = await admin.do(customerImportsApi.getImport, { params: { id } })
    if (found.state !== 'checking' && found.state !== 'running') return found
    await runJobsOf(admin)
  }
}

/** Uploads a customer list, header first, and checks it without importing it. */
export async function checkCustomers(admin: Client, lines: readonly string[]): Promise<Import> {
  const path = pathOf(customerImportsApi.uploadImport, { query: { fileName: 'customers.csv' } })
  const { status, body } = await admin.send('POST', path, lines.join('\r\n'), { 'content-type': 'text/csv' })
  expect(status).toBe(201)
  const { id } = body as unknown as Import
  await admin.do(customerImportsApi.checkImport, { params: { id }, body: {} })
  return settled(admin, id)
}

/** Imports a customer list. */
export async function importCustomers(admin: Client, lines: readonly string[]): Promise<Import> {
  const { id } = await checkCustomers(admin, lines)
  await admin.do(customerImportsApi.runImport, { params: { id } })
  return settled(admin, id)
}
