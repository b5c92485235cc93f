import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import type { LotAction } from '#shared/inventory/lot-status.ts'
import { type Lot, lotsApi } from '#shared/inventory/lots-api.ts'
import { inventoryApi } from '#shared/inventory/api.ts'
import { salesApi } from '#shared/sales/api.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { sentence } from '#web/api/field-errors.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/api/record-dialog.tsx'
import type { LotActProps } from '#web/inventory/lot-acts.tsx'
import { TextAreaField } from '#web/ui/field.tsx'

const words = {
  hold: { title: 'Put this lot on hold?', submit: 'Put on hold', done: 'is on hold' },
  quarantine: { title: 'Put this lot into quarantine?', submit: 'Quarantine', done: 'is in quarantine' },
  release: { title: 'Release this lot?', submit: 'Release', done: 'is released' },
} as const satisfies Record<LotAction, object>

/** What a change of a lot makes old. */
export const changedByLots = [
  lotsApi.getLot,
  lotsApi.listLots,
  lotsApi.sumLots,
  lotsApi.traceLot,
  inventoryApi.getProduct,
  inventoryApi.listProducts,
  salesApi.listOrders,
  salesApi.getOrder,
]

/** What will happen to what is promised of this very lot. */
function effectOf(move: LotAction, { promised, committed, onHand }: Lot): string {
  if (move === 'release') return 'It can be promised and sold again, until it expires.'
  const count = promised.length
  const blocked = `Its ${onHand.toLocaleString()} pieces can no longer be promised or leave the house.`
  if (count === 0) return blocked
  const orders = count === 1 ? `Order ${promised[0]?.number} holds` : `${count.toLocaleString()} orders hold`
  const those = count === 1 ? 'It takes another lot, or waits' : 'They take other lots, or wait'
  return `${blocked} ${orders} ${committed.toLocaleString()} of them. ${those} for stock.`
}

/** Asks why a lot is blocked or released. */
export function LotMoveDialog({ lot, move, onDone, close }: LotActProps & { move: LotAction }) {
  const { title, submit, done } = words[move]
  const form = useForm({
    resolver: bodyResolver<{ reason: string }>({ schema: lotsApi[move].spec.body }),
    mode: 'onTouched',
    defaultValues: { reason: '' },
  })
  const refusal = useFormRefusal(form)
  const save = useApiMutation(lotsApi[move], {
    errors: 'page',
    invalidates: changedByLots,
    onError: refusal.onError,
    onSuccess: ({ effect }) => {
      toast.success(`Lot ${lot.lotNumber} ${done}`)
      onDone(effect)
      close()
    },
  })
  return (
    <RecordDialog
      title={title}
      description={effectOf(move, lot)}
      size="sm"
      what="lot"
      submitLabel={submit}
      form={form}
      refusal={refusal}
      busy={save.isPending}
      onSubmit={(body) => save.submit({ params: { id: lot.id }, body })}
      close={close}
    >
      <TextAreaField
        label="Reason"
        required
        rows={2}
        help="Kept with the lot, with your name and the time."
        {...form.register('reason')}
        error={sentence('Reason', form.formState.errors.reason?.message)}
      />
    </RecordDialog>
  )
}
