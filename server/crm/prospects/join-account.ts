import { AddressInput } from '#shared/crm/partners/partners-api.ts'
import { Labels, maxLabels } from '#shared/crm/partners/labels.ts'
import type { Account } from '#shared/crm/partners/api.ts'
import type { Work } from '#server/kernel/work.ts'
import { accountKind } from '#server/crm/partners/accounts.ts'
import { addAddress, listAddresses } from '#server/crm/partners/addresses.ts'
import { addPerson } from '#server/crm/partners/contact-person.ts'
import { auditUpdate } from '#server/crm/partners/partner-changes.ts'
import { addNote } from '#server/crm/partners/partner-notes.ts'
import { getPartner } from '#server/crm/partners/partners.ts'
import type { LockedProspect } from './prospect-rows.ts'

/**
 * Adds a prospect's data to a locked customer: fills the customer's empty fields, and adds differing values as a contact, an
 * address or a note. No value of the customer is replaced.
 */
export async function joinAccount(work: Work, prospect: LockedProspect, accountId: string): Promise<void> {
  const before = await getPartner(work.tx, accountKind, accountId)
  const own = ownFieldsOf(before, prospect)
  const isChanged = Object.entries(own).some(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof own]),
  )
  if (isChanged) {
    await work.tx
      .updateTable('accounts')
      .set({ ...own, version: before.version + 1, updated_at: work.now })
      .where('id', '=', accountId)
      .execute()
    await auditUpdate(work, accountKind, before)
  }
  const { name, contact, email, phone, notes } = prospect
  const isOwn = (email === null || isSame(email, own.email)) && (phone === null || isSame(phone, own.phone))
  if (contact) await addPerson(work, { name: contact, email, phone }, accountId)
  else if (!isOwn) await addPerson(work, { name, email, phone }, accountId)
  await keepAddress(work, prospect, accountId, own.address)
  if (notes) await addNote(work, accountKind, accountId, notes)
}

/** If there is a contact person, email and phone belong to them. */
function ownFieldsOf(before: Account, { contact, email, phone, address, country, labels }: LockedProspect) {
  const isThere = before.country === null || country === null || isSame(country, before.country)
  const takesAddress = before.address === null && isThere
  return {
    email: before.email ?? (contact ? null : email),
    phone: before.phone ?? (contact ? null : phone),
    address: takesAddress ? address : before.address,
    country: takesAddress ? (before.country ?? country) : before.country,
    labels: Labels.parse([...before.labels, ...labels].slice(0, maxLabels)),
  }
}

async function keepAddress(work: Work, prospect: LockedProspect, accountId: string, own: string | null): Promise<void> {
  const { name, address, country } = prospect
  if (address === null || isSame(address, own)) return
  const known = await listAddresses(work.tx, accountKind, accountId)
  if (known.some((one) => isSame(address, one.address))) return
  const added = AddressInput.parse({ kind: 'other', name: name.slice(0, 120), address, country })
  await addAddress(work, accountKind, accountId, added)
}

const isSame = (one: string, other: string | null) => one.trim().toLowerCase() === other?.trim().toLowerCase()
