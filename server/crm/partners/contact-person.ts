import { sql } from 'kysely'
import { ContactInput } from '#shared/crm/contacts/api.ts'
import { createContact } from '#server/crm/contacts/contacts.ts'
import type { Work } from '#server/kernel/work.ts'

interface Person {
  contact: string | null
  email: string | null
  phone: string | null
}

/** Whom one knows at a customer comes into the address book, unless the customer has a contact of that name. */
export async function addPerson(work: Work, { contact, email, phone }: Person, accountId: string): Promise<void> {
  if (!contact) return
  const { rows } = await sql`select 1 from contacts where account_id = ${accountId} and deleted_at is null
    and lower(name) = lower(${contact}) limit 1`.execute(work.tx)
  if (rows.length === 0) await createContact(work, ContactInput.parse({ name: contact, email, phone, accountId }))
}
