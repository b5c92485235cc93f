import { callsApi } from '#shared/crm/partners/calls-api.ts'
import { crmNeighboursApi } from '#shared/crm/partners/neighbours-api.ts'
import { postalAddressesApi } from '#shared/crm/partners/postal-addresses-api.ts'
import { partnerKinds, partnersApi, partsOfKind } from '#shared/crm/partners/partners-api.ts'
import { neighbours } from '#server/db/keyset.ts'
import type { Serve } from '#server/http/serve.ts'
import { accountKind } from './accounts.ts'
import { deleteAddress } from '#server/flows/customers/delete-address.ts'
import { addAddress, listAddresses, updateAddress } from './addresses.ts'
import { listCalls, markCall } from './calls.ts'
import { listOwners, setOwner } from './owners.ts'
import { changePartner } from './partner-changes.ts'
import { partnerKindOf } from './partner-kinds.ts'
import { listLabels, mapPartners } from './partner-map.ts'
import { addNote, deleteNote, listNotes, updateNote } from './partner-notes.ts'
import { listPostalAddresses } from './postal-addresses.ts'
import { getPartner, partnerPlan } from './partners.ts'
import { supplierKind } from './suppliers.ts'

/** Everything that customers and suppliers have besides their own fields. */
export function servePartners({ read, write }: Serve): void {
  read(partnersApi.mapAccounts, ({ db, query, caller }) => mapPartners(db, accountKind, query, caller))
  read(partnersApi.mapSuppliers, ({ db, query, caller }) => mapPartners(db, supplierKind, query, caller))
  read(crmNeighboursApi.getAccountNeighbours, ({ db, params, query, caller }) =>
    neighbours(db, partnerPlan(accountKind, query, caller), params.id),
  )
  read(crmNeighboursApi.getSupplierNeighbours, ({ db, params, query, caller }) =>
    neighbours(db, partnerPlan(supplierKind, query, caller), params.id),
  )
  write(partnersApi.changeAccount, (work, { params, body }) => changePartner(work, accountKind, params.id, body))
  write(partnersApi.changeSupplier, (work, { params, body }) => changePartner(work, supplierKind, params.id, body))

  read(postalAddressesApi.listPostalAddresses, async ({ db, params }) => ({
    data: await listPostalAddresses(db, params.id),
  }))
  write(partnersApi.updateAddress, (work, { params, version, body }) => updateAddress(work, params.id, version, body))
  write(partnersApi.deleteAddress, (work, { params }) => deleteAddress(work, params.id))

  write(partnersApi.updateNote, (work, { params, version, body }) => updateNote(work, params.id, version, body.text))
  write(partnersApi.deleteNote, (work, { params }) => deleteNote(work, params.id))

  read(callsApi.listOwners, ({ db }) => listOwners(db))
  read(callsApi.listCalls, ({ db, params }) => listCalls(db, params.id))
  write(callsApi.setOwner, async (work, { params, body }) => {
    await setOwner(work, 'accounts', params.id, body.ownerId)
    return getPartner(work.tx, accountKind, params.id)
  })
  write(callsApi.finishCall, (work, { params }) => markCall(work, params.id, true))
  write(callsApi.reopenCall, (work, { params }) => markCall(work, params.id, false))

  for (const name of partnerKinds) {
    const kind = partnerKindOf[name]
    const parts = partsOfKind[name]
    read(parts.listLabels, ({ db }) => listLabels(db, kind.table))
    read(parts.listAddresses, async ({ db, params }) => ({ data: await listAddresses(db, kind, params.id) }))
    write(parts.addAddress, (work, { params, body }) => addAddress(work, kind, params.id, body))
    read(parts.listNotes, ({ db, params, query }) => listNotes(db, kind, params.id, query))
    write(parts.addNote, (work, { params, body }) => addNote(work, kind, params.id, body.text))
  }
}
