import { opportunitiesApi } from '#shared/crm/opportunities-api.ts'
import { type ProspectRow, prospectsApi } from '#shared/crm/prospects-api.ts'
import type { Work } from '#server/db/work.ts'
import type { Serve } from '#server/http/serve.ts'
import { type ExportColumn, sendTable } from '#server/http/table-download.ts'
import { convertProspect, listLikelyAccounts } from './convert-prospect.ts'
import { createOpportunity, deleteOpportunity, moveOpportunity, updateOpportunity } from './opportunities.ts'
import { getOpportunity, listOpportunities, sumOpportunities } from './opportunity-rows.ts'
import { exportedProspects, getProspect, listProspects } from './prospect-rows.ts'
import { createProspect, deleteProspect, setFollowUp, setProspectStatus, updateProspect } from './prospects.ts'

const exported: readonly ExportColumn<ProspectRow>[] = [
  { header: 'Name', cell: ({ name }) => name },
  { header: 'Contact', cell: ({ contact }) => contact },
  { header: 'Email', cell: ({ email }) => email },
  { header: 'Phone', cell: ({ phone }) => phone },
  { header: 'Address', cell: ({ address }) => address },
  { header: 'Country', cell: ({ country }) => country },
  { header: 'Source', cell: ({ source }) => source },
  { header: 'Status', cell: ({ status }) => status },
  { header: 'Follow-up date', cell: ({ followUpDate }) => followUpDate },
  { header: 'Labels', cell: ({ labels }) => labels.join(', ') },
  { header: 'Customer', cell: ({ account }) => account?.name ?? null },
  { header: 'Notes', cell: ({ notes }) => notes },
]

/** Prospects and sales opportunities. */
export function servePipeline({ read, write }: Serve): void {
  read(prospectsApi.listProspects, ({ db, query }) => listProspects(db, query))
  read(prospectsApi.exportProspects, async ({ db, query, reply }) => {
    const { format, ...choice } = query
    return sendTable(reply, { name: 'prospects', format, columns: exported, rows: exportedProspects(db, choice) })
  })
  read(prospectsApi.getProspect, ({ db, params }) => getProspect(db, params.id))
  read(prospectsApi.listLikelyAccounts, async ({ db, params }) => ({ data: await listLikelyAccounts(db, params.id) }))
  write(prospectsApi.createProspect, async (work, { body }) => getProspect(work.tx, await createProspect(work, body)))
  const prospect = async (work: Work, id: string, act: Promise<void>) => {
    await act
    return getProspect(work.tx, id)
  }
  write(prospectsApi.updateProspect, (work, { params: { id }, version, body }) =>
    prospect(work, id, updateProspect(work, id, version, body)),
  )
  write(prospectsApi.setStatus, (work, { params: { id }, version, body }) =>
    prospect(work, id, setProspectStatus(work, id, version, body)),
  )
  write(prospectsApi.setFollowUp, (work, { params: { id }, version, body }) =>
    prospect(work, id, setFollowUp(work, id, version, body.date)),
  )
  write(prospectsApi.convertProspect, (work, { params: { id }, body }) =>
    prospect(work, id, convertProspect(work, id, body)),
  )
  write(prospectsApi.deleteProspect, (work, { params }) => deleteProspect(work, params.id))

  read(opportunitiesApi.listOpportunities, ({ db, query }) => listOpportunities(db, query))
  read(opportunitiesApi.sumOpportunities, ({ db, query }) => sumOpportunities(db, query))
  read(opportunitiesApi.getOpportunity, ({ db, params }) => getOpportunity(db, params.id))
  write(opportunitiesApi.createOpportunity, async (work, { body }) =>
    getOpportunity(work.tx, await createOpportunity(work, body)),
  )
  write(opportunitiesApi.updateOpportunity, async (work, { params: { id }, version, body }) => {
    await updateOpportunity(work, id, version, body)
    return getOpportunity(work.tx, id)
  })
  write(opportunitiesApi.moveOpportunity, async (work, { params: { id }, version, body }) => {
    await moveOpportunity(work, id, version, body)
    return getOpportunity(work.tx, id)
  })
  write(opportunitiesApi.deleteOpportunity, (work, { params }) => deleteOpportunity(work, params.id))
}
