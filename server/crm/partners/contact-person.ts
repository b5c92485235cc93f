import { sql } from 'kysely'
import { ContactInput } from '#shared/crm/contacts/api.ts'
import { createContact, updateContact } from '#server/crm/contacts/contacts.ts'
import type { Work } from '#server/kernel/work.ts'

interface Person {
  name: string
  email: string | null
  phone: string | null
}
interface KnownContact extends Person {
  id: string
  position: string | null
  status: 'active' | 'inactive'
  notes: string | null
  version: number
}

/**
 * Adds a contact person of a customer to the address book. A contact of the same name whose email and phone don't differ is
 * taken for the same person, and gets the missing email or phone.
 */
export async function addPerson(work: Work, { name, email, phone }: Person, accountId: string): Promise<void> {
  const { rows } = await sql<KnownContact>`select id, name, email, phone, position, status, notes, version from contacts
    where account_id = ${accountId} and deleted_at is null and lower(name) = lower(${name})
      and coalesce(lower(email) = lower(${email}::text), true) and coalesce(phone = ${phone}::text, true)
    order by created_at, id limit 1`.execute(work.tx)
  const [known] = rows
  if (!known) {
    await createContact(work, ContactInput.parse({ name, email, phone, accountId }))
    return
  }
  const { id, version, ...fields } = known
  if ((known.email === null && email) || (known.phone === null && phone)) {
    const reach = { email: known.email ?? email, phone: known.phone ?? phone }
    await updateContact(work, id, version, ContactInput.parse({ ...fields, ...reach, accountId }))
  }
}
