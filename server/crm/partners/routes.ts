import { crmApi } from '#shared/crm/partners/api.ts'
import type { Serve } from '#server/http/serve.ts'
import { accountKind, createAccount, deleteAccount, getAccount, updateAccount } from './accounts.ts'
import { getDeletion, getPartner, listPartners } from './partners.ts'
import { createSupplier, deleteSupplier, supplierKind, updateSupplier } from './suppliers.ts'

export function serveCrm({ read, write }: Serve): void {
  read(crmApi.listSuppliers, ({ db, query, caller }) => listPartners(db, supplierKind, query, caller))
  read(crmApi.getSupplier, ({ db, params }) => getPartner(db, supplierKind, params.id))
  write(crmApi.createSupplier, (work, { body }) => createSupplier(work, body))
  write(crmApi.updateSupplier, (work, { params, version, body }) => updateSupplier(work, params.id, version, body))
  write(crmApi.deleteSupplier, (work, { params }) => deleteSupplier(work, params.id))
  read(crmApi.getSupplierDeletion, ({ db, params }) => getDeletion(db, supplierKind, params.id))

  read(crmApi.listAccounts, ({ db, query, caller }) => listPartners(db, accountKind, query, caller))
  read(crmApi.getAccount, ({ db, params }) => getAccount(db, params.id))
  write(crmApi.createAccount, (work, { body }) => createAccount(work, body))
  write(crmApi.updateAccount, (work, { params, version, body }) => updateAccount(work, params.id, version, body))
  write(crmApi.deleteAccount, (work, { params }) => deleteAccount(work, params.id))
  read(crmApi.getAccountDeletion, ({ db, params }) => getDeletion(db, accountKind, params.id))
}
