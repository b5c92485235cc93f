import { useState } from 'react'
import { toast } from 'sonner'
import type { Call } from '#shared/http/route.ts'
import { contactsApi } from '#shared/crm/contacts-api.ts'
import { type BulkRow, useBulk } from '#web/api/bulk.ts'
import { BulkResult } from '#web/api/bulk-result.tsx'
import { call } from '#web/api/client.ts'
import { useBulkDelete } from '#web/crm/bulk-delete.ts'
import { useCan } from '#web/session/session.ts'
import { BulkBar, type BulkBarProps } from '#web/ui/bulk-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type Patch = NonNullable<Call<(typeof contactsApi.changeContact)['spec']>['body']>
type ContactBulkProps = Pick<BulkBarProps, 'onSelectAll' | 'selectAllLabel' | 'onClear'> & { rows: readonly BulkRow[] }

const shown = [contactsApi.listContacts, contactsApi.getContact]
const people = (count: number) => (count === 1 ? '1 contact' : `${count.toLocaleString()} contacts`)

/** What can be done with the ticked contacts at once. */
export function ContactBulk({ rows, onClear, ...bar }: ContactBulkProps) {
  const bulk = useBulk()
  const remove = useBulkDelete(bulk, 'contact', 'contacts', shown)
  const [asked, setAsked] = useState<'unlink' | 'delete'>()
  const mayEdit = useCan('crm.edit')
  const mayDelete = useCan('crm.delete')
  const close = () => setAsked(undefined)

  function change(label: string, body: Patch) {
    close()
    void bulk.start({
      label,
      rows,
      invalidates: shown,
      act: ({ id }) => call(contactsApi.changeContact, { params: { id }, body }, { quiet: true }),
      onFinished: ({ done, failed }) => {
        if (done.length > 0) toast.success(`${people(done.length)} updated`)
        if (failed.length === 0) onClear()
      },
    })
  }
  return (
    <>
      <BulkBar count={rows.length} onClear={onClear} {...bar}>
        {mayEdit && (
          <>
            <Button size="sm" onClick={() => change('Set active', { status: 'active' })}>
              Set active
            </Button>
            <Button size="sm" onClick={() => change('Set inactive', { status: 'inactive' })}>
              Set inactive
            </Button>
            <Button size="sm" onClick={() => setAsked('unlink')}>
              Unlink
            </Button>
          </>
        )}
        {mayDelete && (
          <Button size="sm" variant="danger" onClick={() => setAsked('delete')}>
            Delete
          </Button>
        )}
      </BulkBar>
      {asked === 'unlink' && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && close()}
          title={`Unlink ${people(rows.length)}?`}
          confirmLabel="Unlink contacts"
          onConfirm={() => change('Unlink contacts', { unlink: true })}
        >
          They stay in the address book, and no longer belong to a customer, a supplier or anybody else.
        </ConfirmDialog>
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          open
          danger
          onOpenChange={(open) => !open && close()}
          title={`Delete ${people(rows.length)}?`}
          confirmLabel="Delete contacts"
          onConfirm={() => {
            close()
            remove(rows, ({ id }) => call(contactsApi.deleteContact, { params: { id } }, { quiet: true }), onClear)
          }}
        >
          You can undo this right afterwards, or later from the deleted items.
        </ConfirmDialog>
      )}
      {bulk.run && <BulkResult run={bulk.run} retry={bulk.retry} close={bulk.close} />}
    </>
  )
}
