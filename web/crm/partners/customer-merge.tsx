import { useState } from 'react'
import { toast } from 'sonner'
import { type Account } from '#shared/crm/partners/api.ts'
import { formatWindow } from '#shared/crm/partners/delivery-windows.ts'
import {
  type AccountMergeField,
  accountMergeFields,
  mergeApi,
  type MovedKind,
  movedKinds,
} from '#shared/crm/partners/merge-api.ts'
import { priceTierNames } from '#shared/inventory/stock/price-tiers.ts'
import { isReportedGlobally } from '#web/api/failures.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { MergeFrame } from './merge-frame.tsx'
import { CustomerPicker } from '#web/crm/public/customer-picker.tsx'
import { partnerStatusNames } from '#web/crm/public/partner-fields.tsx'
import { useDuplicates } from '#web/crm/public/use-duplicates.ts'
import { useSettings } from '#web/session/settings.ts'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

const shown: Record<AccountMergeField, (account: Account) => string> = {
  name: ({ name }) => name,
  code: ({ code }) => code ?? '',
  email: ({ email }) => email ?? '',
  phone: ({ phone }) => phone ?? '',
  address: ({ address, country }) => [address, country].filter(Boolean).join(', '),
  taxNumber: ({ taxNumber }) => taxNumber ?? '',
  taxExempt: ({ taxExempt }) => (taxExempt ? 'Yes' : 'No'),
  status: ({ status }) => partnerStatusNames[status],
  owner: ({ owner }) => owner?.name ?? '',
  priceTier: ({ priceTier }) => priceTierNames[priceTier],
  paymentTermsDays: ({ paymentTermsDays }) => `${paymentTermsDays} days`,
  creditLimit: ({ creditLimit }) => creditLimit ?? 'No limit',
  minShelfLifeDays: ({ minShelfLifeDays: days }) => (days === null ? 'Company default' : `${days} days`),
  delivery: ({ deliveryWindows, deliveryNote }) =>
    [...deliveryWindows.map(formatWindow), deliveryNote].filter(Boolean).join('; '),
  notes: ({ notes }) => notes ?? '',
}

/** Merges two customers with all their records. */
export function CustomerMerge({ account, close }: { account: Account; close: () => void }) {
  const [going, setGoing] = useState<ComboboxOption | null>(null)
  const { currency } = useSettings()
  const { name, email, phone, taxNumber } = account
  const like = { name, email: email ?? '', phone: phone ?? '', taxNumber: taxNumber ?? '' }
  const duplicates = useDuplicates(mergeApi.listAccountTwins, like, true)
  const isOther = going !== null && going.id !== account.id
  const preview = useApiQuery(
    mergeApi.previewMerge,
    { params: { id: account.id }, query: { other: going?.id ?? account.id } },
    { enabled: isOther },
  )
  const merge = useApiMutation(mergeApi.mergeAccounts, {
    errors: 'page',
    onError: () => void preview.refetch(),
    onSuccess: ({ account: { name: mergedName } }) => {
      toast.success(`Merged into ${mergedName}`)
      close()
    },
  })
  const found = isOther ? preview.data : undefined
  const kinds = found ? (Object.keys(movedKinds) as MovedKind[]).filter((kind) => found.moves[kind] > 0) : []
  const moving = kinds.map((kind) => `${movedKinds[kind]}: ${found?.moves[kind].toLocaleString()}`)
  if (found && Number(found.credit) > 0) moving.push(`Credit: ${currency} ${formatDecimalInput(found.credit, 2)}`)
  const addresses = found && [found.kept, found.other].map(shown.address)
  const dropsAddress = addresses?.every(Boolean) && addresses[0] !== addresses[1]
  return (
    <MergeFrame
      one="customer"
      kept={account}
      duplicates={duplicates}
      picker={CustomerPicker}
      going={going}
      onGoing={(option) => {
        setGoing(option)
        merge.reset()
      }}
      found={found}
      read={isOther ? preview : undefined}
      problem={merge.error && !isReportedGlobally(merge.error) ? merge.error.message : undefined}
      fields={accountMergeFields}
      shown={shown}
      moving={[
        moving.length === 0 ? 'No records to move.' : `${moving.join(' · ')}.`,
        'Labels of both are kept.',
        dropsAddress &&
          'The address that does not stay is kept under Addresses, for the orders and estimates that go there.',
      ]
        .filter(Boolean)
        .join(' ')}
      busy={merge.isPending}
      onMerge={({ kept, other }, take) =>
        merge.submit({
          params: { id: kept.id },
          body: { otherId: other.id, otherVersion: other.version, take },
          version: kept.version,
        })
      }
      close={close}
    />
  )
}
