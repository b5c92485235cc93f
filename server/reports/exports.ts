import { exportedList, moment } from '#server/delivery/exported-list.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { deletedKinds } from '#shared/reports/deleted-kinds.ts'

export const deletedExport = exportedList('deleted-items', deletedApi.listDeleted, {
  name: ['Name', (row) => row.name],
  detail: ['Detail', (row) => row.detail],
  kind: ['Kind', (row) => deletedKinds[row.kind].label],
  deletedBy: ['Deleted by', (row) => row.deletedBy?.name ?? null],
  deletedAt: ['Deleted', (row) => moment(row.deletedAt)],
})
