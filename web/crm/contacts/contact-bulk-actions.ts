import { type Contact, contactsApi } from '#shared/crm/contacts/api.ts'
import type { Call } from '#shared/http/route.ts'
import type { BulkRow } from '#web/lists/use-bulk-action.ts'
import { call } from '#web/api/client.ts'
import type { BulkActions } from '#web/lists/use-list-page.ts'
import { useCan } from '#web/session/session.ts'

type Patch = NonNullable<Call<(typeof contactsApi.changeContact)['spec']>['body']>

const change =
  (body: Patch) =>
  ({ id }: BulkRow, key: string) =>
    call(contactsApi.changeContact, { params: { id }, body }, { quiet: true, idempotencyKey: key })

/** The bulk actions of the contact list. */
export function useContactBulkActions(): BulkActions<Contact> {
  const mayEdit = useCan('crm.edit')
  const mayDelete = useCan('crm.delete')
  return {
    route: contactsApi.listContacts,
    nameOf: ({ name }) => name,
    one: 'contact',
    many: 'contacts',
    acts: [
      mayEdit && { label: 'Set active', act: change({ status: 'active' }) },
      mayEdit && { label: 'Set inactive', act: change({ status: 'inactive' }) },
      mayEdit && {
        label: 'Unlink',
        confirm: 'They stay in the address book without a customer, supplier or affiliation.',
        act: change({ unlink: true }),
      },
      mayDelete && {
        label: 'Delete',
        danger: true,
        deletes: 'contact',
        confirm: 'You can undo this now, or restore it later from the deleted items.',
        act: ({ id }, key) => call(contactsApi.deleteContact, { params: { id } }, { quiet: true, idempotencyKey: key }),
      },
    ],
  }
}
