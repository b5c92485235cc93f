import { useState } from 'react'
import { type Account, crmApi } from '#shared/crm/partners/api.ts'
import { priceTierNames } from '#shared/inventory/stock/price-tiers.ts'
import { call } from '#web/api/client.ts'
import { CustomerDialog } from './customer-dialog.tsx'
import { type CreatingPickerProps, Picker, pickerLimit } from '#web/forms/picker.tsx'
import { useCan } from '#web/session/session.ts'
import type { ComboboxOption } from '#web/ui/combobox.tsx'

export type CustomerOption = ComboboxOption & { account: Account }

const customerOption = (account: Account): CustomerOption => ({
  id: account.id,
  label: account.name,
  secondary: [account.code, `${priceTierNames[account.priceTier]} prices`, account.country].filter(Boolean).join(' · '),
  account,
})

async function search(typed: string, signal: AbortSignal) {
  const query = { q: typed || undefined, limit: pickerLimit }
  const { data } = await call(crmApi.listAccounts, { query }, { signal, quiet: true })
  return data.map(customerOption)
}

/** Picks a customer by name or code; options show the price tier. */
export function CustomerPicker({ creatable = false, ...props }: CreatingPickerProps<CustomerOption>) {
  const mayCreate = useCan('crm.edit') && creatable
  const [typed, setTyped] = useState<string>()
  return (
    <>
      <Picker
        placeholder="Search customers…"
        createLabel="Create new customer…"
        {...props}
        {...(mayCreate && { onCreate: setTyped })}
        search={search}
      />
      {typed !== undefined && (
        <CustomerDialog
          typed={typed}
          onSaved={(account) => props.onChange(customerOption(account))}
          close={() => setTyped(undefined)}
        />
      )}
    </>
  )
}
