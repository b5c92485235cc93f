import { type Account, crmApi, type Supplier } from '#shared/crm/partners/api.ts'
import { callsApi } from '#shared/crm/partners/calls-api.ts'
import { type PartnerKindName, partnersApi } from '#shared/crm/partners/partners-api.ts'
import type { BulkActionPrompt } from '#web/lists/bulk-action-dialog.tsx'
import type { BulkRow } from '#web/lists/use-bulk-action.ts'
import { call, type CallOptions } from '#web/api/client.ts'
import { deletionNote } from '#web/lists/list-bulk.tsx'
import type { BulkActions } from '#web/lists/use-list-page.ts'
import { useCan } from '#web/session/session.ts'
import { useOwnerPrompt } from './use-owners.ts'

type Patch = { status?: 'active' | 'inactive'; addLabel?: string; removeLabel?: string }

const of = {
  accounts: {
    one: 'customer',
    route: crmApi.listAccounts,
    change: (id: string, body: Patch, how: CallOptions) =>
      call(partnersApi.changeAccount, { params: { id }, body }, how),
    remove: (id: string, how: CallOptions) => call(crmApi.deleteAccount, { params: { id } }, how),
  },
  suppliers: {
    one: 'supplier',
    route: crmApi.listSuppliers,
    change: (id: string, body: Patch, how: CallOptions) =>
      call(partnersApi.changeSupplier, { params: { id }, body }, how),
    remove: (id: string, how: CallOptions) => call(crmApi.deleteSupplier, { params: { id } }, how),
  },
} as const
const label = { label: 'Label', required: true, maxLength: 40 } as const satisfies BulkActionPrompt

/** The bulk actions of the customer or supplier list. */
export function usePartnerBulkActions(kind: PartnerKindName): BulkActions<Account | Supplier> {
  const { one, route, change, remove } = of[kind]
  const mayEdit = useCan('crm.edit')
  const mayDelete = useCan('crm.delete')
  const owner = useOwnerPrompt('Account owner', mayEdit && kind === 'accounts')
  const set = ({ id }: BulkRow, key: string, body: Patch) => change(id, body, { quiet: true, idempotencyKey: key })
  return {
    route,
    nameOf: ({ name }) => name,
    one,
    many: `${one}s`,
    acts: [
      mayEdit && { label: 'Set active', act: (row, key) => set(row, key, { status: 'active' }) },
      mayEdit && { label: 'Set inactive', act: (row, key) => set(row, key, { status: 'inactive' }) },
      mayEdit && {
        menu: 'Labels',
        label: 'Add label',
        question: label,
        act: (row, key, addLabel) => set(row, key, { addLabel }),
      },
      mayEdit && {
        menu: 'Labels',
        label: 'Remove label',
        question: label,
        act: (row, key, removeLabel) => set(row, key, { removeLabel }),
      },
      mayEdit &&
        kind === 'accounts' && {
          label: 'Set account owner',
          question: owner.question,
          act: ({ id }, key, answer) =>
            call(
              callsApi.setOwner,
              { params: { id }, body: owner.bodyOf(answer) },
              { quiet: true, idempotencyKey: key },
            ),
        },
      mayDelete && {
        label: 'Delete',
        danger: true,
        deletes: one,
        confirm: deletionNote,
        act: ({ id }, key) => remove(id, { quiet: true, idempotencyKey: key }),
      },
    ],
  }
}
