import { contactsApi } from '#shared/crm/contacts/api.ts'
import { crmNeighboursApi } from '#shared/crm/partners/neighbours-api.ts'
import { neighbours } from '#server/db/keyset.ts'
import type { Serve } from '#server/http/serve.ts'
import {
  changeContact,
  contactPlan,
  createContact,
  deleteContact,
  getContact,
  listContacts,
  updateContact,
} from './contacts.ts'

/** The address book. */
export function serveContacts({ read, write }: Serve): void {
  read(contactsApi.listContacts, ({ db, query }) => listContacts(db, query))
  read(crmNeighboursApi.getContactNeighbours, ({ db, params, query }) => neighbours(db, contactPlan(query), params.id))
  read(contactsApi.getContact, ({ db, params }) => getContact(db, params.id))
  write(contactsApi.createContact, (work, { body }) => createContact(work, body))
  write(contactsApi.updateContact, (work, { params, version, body }) => updateContact(work, params.id, version, body))
  write(contactsApi.changeContact, (work, { params, body }) => changeContact(work, params.id, body))
  write(contactsApi.deleteContact, (work, { params }) => deleteContact(work, params.id))
}
