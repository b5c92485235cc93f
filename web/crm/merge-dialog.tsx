import { useState } from 'react'
import { toast } from 'sonner'
import { type Account, crmApi } from '#shared/crm/api.ts'
import { writeWindow } from '#shared/crm/delivery-windows.ts'
import {
  type AccountMergeField,
  accountMergeFields,
  mergeApi,
  type MovedKind,
  movedKinds,
} from '#shared/crm/merge-api.ts'
import { priceTierNames } from '#shared/inventory/price-tiers.ts'
import { isToldGlobally } from '#web/api/failures.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { CustomerPicker } from '#web/pickers/customer-picker.tsx'
import { partnerStatusNames } from '#web/pickers/partner-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

type Shown = Record<AccountMergeField, (account: Account) => string>
const shown: Shown = {
  name: ({ name }) => name,
  code: ({ code }) => code ?? '',
  email: ({ email }) => email ?? '',
  phone: ({ phone }) => phone ?? '',
  address: ({ address, country }) => [address, country].filter(Boolean).join(', '),
  taxNumber: ({ taxNumber }) => taxNumber ?? '',
  status: ({ status }) => partnerStatusNames[status],
  priceTier: ({ priceTier }) => priceTierNames[priceTier],
  paymentTermsDays: ({ paymentTermsDays }) => `${paymentTermsDays} days`,
  creditLimit: ({ creditLimit }) => creditLimit ?? 'No limit',
  minShelfLifeDays: ({ minShelfLifeDays: days }) => (days === null ? 'As the company asks' : `${days} days`),
  delivery: ({ deliveryWindows, deliveryNote }) =>
    [...deliveryWindows.map(writeWindow), deliveryNote].filter(Boolean).join('; '),
  notes: ({ notes }) => notes ?? '',
}
const fields = Object.keys(accountMergeFields) as AccountMergeField[]

type MergeDialogProps = { account: Account; close: () => void }

/** Makes one of two customers: who goes, whose value of each field stays, and what moves, before anything is done. */
export function MergeDialog({ account, close }: MergeDialogProps) {
  const [option, setOption] = useState<ComboboxOption | null>(null)
  const [take, setTake] = useState<ReadonlySet<AccountMergeField>>(new Set())
  const isSame = option?.id === account.id
  const preview = useApiQuery(
    mergeApi.previewMerge,
    { params: { id: account.id }, query: { other: option?.id ?? account.id } },
    { enabled: option !== null && !isSame },
  )
  const merge = useApiMutation(mergeApi.mergeAccounts, {
    errors: 'page',
    invalidates: [crmApi.getAccount, crmApi.listAccounts, mergeApi.previewMerge],
    onError: () => void preview.refetch(),
    onSuccess: ({ account: { name } }) => {
      toast.success(`Merged: ${name} is the one that stays`)
      close()
    },
  })
  const found = option && !isSame ? preview.data : undefined
  const problem = merge.error && !isToldGlobally(merge.error) ? merge.error.message : preview.error?.message
  const differing = found ? fields.filter((field) => shown[field](found.kept) !== shown[field](found.other)) : []
  const moving = found ? (Object.keys(movedKinds) as MovedKind[]).filter((kind) => found.moves[kind] > 0) : []
  function choose(field: AccountMergeField, isOther: boolean) {
    const next = new Set(take)
    if (isOther) next.add(field)
    else next.delete(field)
    setTake(next)
  }
  function submit() {
    if (!found) return
    const { kept, other } = found
    const body = { otherId: other.id, otherVersion: other.version, take: differing.filter((field) => take.has(field)) }
    merge.submit({ params: { id: kept.id }, body, version: kept.version })
  }
  return (
    <Dialog
      open
      size="lg"
      title={`Merge into ${account.name}`}
      description="The other customer is deleted, and everything of theirs moves here. Their old links lead here, too."
      onOpenChange={(open) => !open && close()}
    >
      <DialogBody>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <CustomerPicker
          label="Customer who goes"
          required
          value={option}
          onChange={(next) => {
            setOption(next)
            setTake(new Set())
            merge.reset()
          }}
          error={isSame ? 'Choose another than the one that stays' : undefined}
        />
        {option && !isSame && preview.isFetching && !found && <SkeletonText lines={5} />}
        {found && differing.length > 0 && (
          <div className="flex flex-col gap-2">
            <p className="font-medium text-sm">Which values stay</p>
            <div className="flex flex-col divide-y divide-line rounded-lg border border-line">
              {differing.map((field) => (
                <Choice
                  key={field}
                  field={field}
                  values={[shown[field](found.kept), shown[field](found.other)]}
                  isOther={take.has(field)}
                  onChange={(isOther) => choose(field, isOther)}
                />
              ))}
            </div>
          </div>
        )}
        {found && (
          <Notice title="What moves">
            {moving.length === 0
              ? 'Nothing hangs on them.'
              : moving.map((kind) => `${movedKinds[kind]}: ${found.moves[kind].toLocaleString()}`).join(' · ')}
            {' Labels of both are kept. '}
            <strong>A merge can't be undone.</strong>
          </Notice>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button variant="danger" busy={merge.isPending} disabled={!found} onClick={submit}>
          Merge customers
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

type ChoiceProps = {
  field: AccountMergeField
  values: [kept: string, other: string]
  isOther: boolean
  onChange: (isOther: boolean) => void
}

function Choice({ field, values, isOther, onChange }: ChoiceProps) {
  return (
    <fieldset className="grid grid-cols-[9rem_1fr_1fr] items-start gap-3 px-3 py-2 text-sm max-sm:grid-cols-1">
      <legend className="float-left text-muted max-sm:w-full">{accountMergeFields[field]}</legend>
      {values.map((value, at) => (
        <label key={at === 0 ? 'kept' : 'other'} className="flex min-h-6 min-w-0 items-start gap-2">
          <input
            type="radio"
            name={`merge-${field}`}
            className="mt-1 accent-accent"
            checked={isOther === (at === 1)}
            onChange={() => onChange(at === 1)}
          />
          <span className="min-w-0 break-words">{value || <span className="text-muted">Nothing</span>}</span>
        </label>
      ))}
    </fieldset>
  )
}
