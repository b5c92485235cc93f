import { crmNeighboursApi } from '#shared/crm/partners/neighbours-api.ts'
import { opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { prospectsApi } from '#shared/crm/prospects/api.ts'
import { neighbours } from '#server/db/keyset.ts'
import type { Work } from '#server/kernel/work.ts'
import type { Serve } from '#server/http/serve.ts'
import { convertProspect, listLikelyAccounts } from '#server/crm/prospects/convert-prospect.ts'
import { setOwner } from '#server/crm/partners/owners.ts'
import { listLabels } from '#server/crm/partners/partner-map.ts'
import { createOpportunity, deleteOpportunity, moveOpportunity, updateOpportunity } from './opportunities.ts'
import { getOpportunity, listOpportunities, opportunityPlan, sumOpportunities } from './opportunity-rows.ts'
import { getProspect, listProspects, prospectPlan } from '#server/crm/prospects/prospect-rows.ts'
import {
  createProspect,
  deleteProspect,
  setFollowUp,
  setProspectStatus,
  updateProspect,
} from '#server/crm/prospects/prospects.ts'

/** Prospects and sales opportunities. */
export function servePipeline({ read, write }: Serve): void {
  read(prospectsApi.listProspects, ({ db, query, caller }) => listProspects(db, query, caller))
  read(prospectsApi.listLabels, ({ db }) => listLabels(db, 'prospects'))
  read(prospectsApi.getProspect, ({ db, params }) => getProspect(db, params.id))
  read(crmNeighboursApi.getProspectNeighbours, ({ db, params, query, caller }) =>
    neighbours(db, prospectPlan(query, caller), params.id),
  )
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
  write(prospectsApi.setOwner, (work, { params: { id }, body }) =>
    prospect(work, id, setOwner(work, 'prospects', id, body.ownerId)),
  )
  write(prospectsApi.convertProspect, (work, { params: { id }, body }) =>
    prospect(work, id, convertProspect(work, id, body)),
  )
  write(prospectsApi.deleteProspect, (work, { params }) => deleteProspect(work, params.id))

  read(opportunitiesApi.listOpportunities, ({ db, query, caller }) => listOpportunities(db, query, caller))
  read(crmNeighboursApi.getOpportunityNeighbours, ({ db, params, query, caller }) =>
    neighbours(db, opportunityPlan(query, caller), params.id),
  )
  read(opportunitiesApi.sumOpportunities, ({ db, query, caller }) => sumOpportunities(db, query, caller))
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
  write(opportunitiesApi.setOwner, async (work, { params: { id }, body }) => {
    await setOwner(work, 'opportunities', id, body.ownerId)
    return getOpportunity(work.tx, id)
  })
  write(opportunitiesApi.deleteOpportunity, (work, { params }) => deleteOpportunity(work, params.id))
}
