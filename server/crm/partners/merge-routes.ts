import { mergeApi } from '#shared/crm/partners/merge-api.ts'
import { timelineApi } from '#shared/crm/partners/timeline-api.ts'
import { mergeAccounts, previewMerge } from '#server/flows/money/merge-accounts.ts'
import type { Serve } from '#server/http/serve.ts'
import { mergeContacts } from './merge-records.ts'
import { listAccountTimeline, listSupplierTimeline } from './timeline.ts'
import { listDuplicates, duplicateKinds } from './duplicates.ts'

/** Timelines, possible duplicates, and merging. */
export function serveMerging({ read, write }: Serve): void {
  read(timelineApi.listAccountTimeline, ({ db, caller, params, query }) =>
    listAccountTimeline(db, caller, params.id, query),
  )
  read(timelineApi.listSupplierTimeline, ({ db, caller, params, query }) =>
    listSupplierTimeline(db, caller, params.id, query),
  )
  read(mergeApi.listAccountTwins, async ({ db, query }) => ({
    data: await listDuplicates(db, duplicateKinds.accounts, query),
  }))
  read(mergeApi.listSupplierTwins, async ({ db, query }) => ({
    data: await listDuplicates(db, duplicateKinds.suppliers, query),
  }))
  read(mergeApi.listContactTwins, async ({ db, query }) => ({
    data: await listDuplicates(db, duplicateKinds.contacts, query),
  }))
  read(mergeApi.listProspectTwins, async ({ db, query }) => ({
    data: await listDuplicates(db, duplicateKinds.prospects, query),
  }))
  read(mergeApi.previewMerge, ({ db, params, query }) => previewMerge(db, params.id, query.other))
  write(mergeApi.mergeAccounts, (work, { params, version, body: { take, ...other } }) =>
    mergeAccounts(work, { id: params.id, version, ...other }, take),
  )
  write(mergeApi.mergeContacts, (work, { params, version, body: { take, ...other } }) =>
    mergeContacts(work, { id: params.id, version, ...other }, take),
  )
}
