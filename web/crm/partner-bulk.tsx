import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import { crmApi } from '#shared/crm/api.ts'
import { type PartnerKindName, partnersApi, partsOfKind } from '#shared/crm/partners-api.ts'
import { type BulkRow, useBulk } from '#web/api/bulk.ts'
import { BulkResult } from '#web/api/bulk-result.tsx'
import { call } from '#web/api/client.ts'
import { useBulkDelete } from '#web/crm/bulk-delete.ts'
import { useCan } from '#web/session/session.ts'
import { BulkBar, type BulkBarProps } from '#web/ui/bulk-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'

type PartnerBulkProps = Pick<BulkBarProps, 'onSelectAll' | 'selectAllLabel' | 'onClear'> & {
  kind: PartnerKindName
  rows: readonly BulkRow[]
}
type Patch = { status?: 'active' | 'inactive'; addLabel?: string; removeLabel?: string }

const of = {
  accounts: {
    one: 'customer',
    deleted: 'customer',
    change: (id: string, body: Patch) => call(partnersApi.changeAccount, { params: { id }, body }, { quiet: true }),
    remove: (id: string) => call(crmApi.deleteAccount, { params: { id } }, { quiet: true }),
    shown: [crmApi.listAccounts, crmApi.getAccount, partnersApi.mapAccounts, partsOfKind.accounts.listLabels],
  },
  suppliers: {
    one: 'supplier',
    deleted: 'supplier',
    change: (id: string, body: Patch) => call(partnersApi.changeSupplier, { params: { id }, body }, { quiet: true }),
    remove: (id: string) => call(crmApi.deleteSupplier, { params: { id } }, { quiet: true }),
    shown: [crmApi.listSuppliers, crmApi.getSupplier, partnersApi.mapSuppliers, partsOfKind.suppliers.listLabels],
  },
} as const

/** What can be done with the ticked customers or suppliers at once. */
export function PartnerBulk({ kind, rows, onClear, ...bar }: PartnerBulkProps) {
  const { one, deleted, change, remove: removeOne, shown } = of[kind]
  const bulk = useBulk()
  const remove = useBulkDelete(bulk, deleted, `${one}s`, shown)
  const [asked, setAsked] = useState<'addLabel' | 'removeLabel' | 'delete'>()
  const mayEdit = useCan('crm.edit')
  const mayDelete = useCan('crm.delete')
  const counted = rows.length === 1 ? `1 ${one}` : `${rows.length.toLocaleString()} ${one}s`
  const close = () => setAsked(undefined)

  function set(label: string, body: Patch) {
    close()
    void bulk.start({
      label,
      rows,
      invalidates: shown,
      act: ({ id }) => change(id, body),
      onFinished: ({ done, failed }) => {
        if (done.length > 0) toast.success(done.length === 1 ? `1 ${one} updated` : `${done.length} ${one}s updated`)
        if (failed.length === 0) onClear()
      },
    })
  }
  return (
    <>
      <BulkBar count={rows.length} onClear={onClear} {...bar}>
        {mayEdit && (
          <>
            <Button size="sm" onClick={() => set('Set active', { status: 'active' })}>
              Set active
            </Button>
            <Button size="sm" onClick={() => set('Set inactive', { status: 'inactive' })}>
              Set inactive
            </Button>
            <Button size="sm" onClick={() => setAsked('addLabel')}>
              Add label
            </Button>
            <Button size="sm" onClick={() => setAsked('removeLabel')}>
              Remove label
            </Button>
          </>
        )}
        {mayDelete && (
          <Button size="sm" variant="danger" onClick={() => setAsked('delete')}>
            Delete
          </Button>
        )}
      </BulkBar>
      {(asked === 'addLabel' || asked === 'removeLabel') && (
        <LabelDialog
          title={asked === 'addLabel' ? 'Add label' : 'Remove label'}
          of={counted}
          onChoose={(label) => set(asked === 'addLabel' ? 'Add label' : 'Remove label', { [asked]: label })}
          close={close}
        />
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          open
          danger
          onOpenChange={(open) => !open && close()}
          title={`Delete ${counted}?`}
          confirmLabel={`Delete ${one}s`}
          onConfirm={() => {
            close()
            remove(rows, ({ id }) => removeOne(id), onClear)
          }}
        >
          Those that are in use stay, and you will be told which. You can undo this right afterwards, or later from the
          deleted items.
        </ConfirmDialog>
      )}
      {bulk.run && <BulkResult run={bulk.run} retry={bulk.retry} close={bulk.close} />}
    </>
  )
}

type LabelDialogProps = { title: string; of: string; onChoose: (label: string) => void; close: () => void }

function LabelDialog({ title, of: counted, onChoose, close }: LabelDialogProps) {
  const [label, setLabel] = useState('')
  const [isTried, setTried] = useState(false)
  const error =
    label.trim() === '' ? 'Type a label' : label.trim().length > 40 ? 'May have at most 40 characters' : undefined
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!error) onChoose(label.trim())
  }
  return (
    <Dialog open size="sm" title={title} description={`Of ${counted}.`} onOpenChange={(open) => !open && close()}>
      <form noValidate onSubmit={submit}>
        <DialogBody>
          <TextField
            label="Label"
            required
            autoComplete="off"
            value={label}
            onChange={(event) => setLabel(event.target.value)}
            error={isTried ? error : undefined}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary">
            {title}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
