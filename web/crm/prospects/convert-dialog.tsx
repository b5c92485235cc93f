import { useId, useState } from 'react'
import { toast } from 'sonner'
import { type LikelyAccount, type ProspectRow, prospectsApi } from '#shared/crm/prospects/api.ts'
import { type PriceTier, priceTierNames, priceTiers } from '#shared/inventory/stock/price-tiers.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { isReportedGlobally } from '#web/api/failures.ts'
import { MissingPart } from '#web/api/missing-parts.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

const byWords = { name: 'the same name', email: 'the same email', phone: 'the same phone' } as const
const anew = 'new'

/** Converts a prospect into a customer; customers that are likely duplicates are offered first. */
export function ConvertDialog({ prospect, close }: { prospect: ProspectRow; close: () => void }) {
  const likely = useApiQuery(prospectsApi.listLikelyAccounts, { params: { id: prospect.id } }, { untold: true })
  const [refused, setRefused] = useState<ApiError>()
  const [chosen, setChosen] = useState<string>()
  const [priceTier, setPriceTier] = useState<PriceTier>('retail')
  const convert = useApiMutation(prospectsApi.convertProspect, {
    errors: 'page',
    onError: setRefused,
    onSuccess: ({ account }) => {
      toast.success(`${account?.name ?? prospect.name} is now a customer`)
      close()
    },
  })
  const group = useId()
  // Also offers customers that the server found after the list was loaded.
  const met = (refused?.details as { accounts?: LikelyAccount[] } | undefined)?.accounts ?? []
  const found = likely.data?.data ?? []
  const offered = [...new Map([...met, ...found].map((one) => [one.id, one])).values()]
  const choice = chosen ?? (offered.length > 0 ? undefined : anew)
  function submit() {
    if (!choice) return
    const body =
      choice === anew ? { priceTier, despiteTwins: offered.length > 0 && chosen === anew } : { accountId: choice }
    convert.submit({ params: { id: prospect.id }, body })
  }
  const problem =
    refused && refused.code !== 'ALREADY_EXISTS' && !isReportedGlobally(refused) ? refused.message : undefined
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && close()}
      title={`Convert ${prospect.name}`}
      description="Creates a customer for estimates and orders. Opportunities, notes and contact details move along, and both records stay linked."
    >
      <DialogBody>
        {problem && <Notice tone="bad">{problem}</Notice>}
        {!likely.data && !likely.error && <SkeletonText lines={3} />}
        <MissingPart what="similar customers" read={likely} />
        {offered.length > 0 && (
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-2 font-medium text-sm">
              {offered.length === 1 ? 'A similar customer exists' : 'Similar customers exist'}
            </legend>
            {offered.map((account) => (
              <Choice
                key={account.id}
                group={group}
                checked={choice === account.id}
                onChoose={() => setChosen(account.id)}
                label={account.name}
                help={[account.code, account.country, account.by.map((one) => byWords[one]).join(', ')]
                  .filter(Boolean)
                  .join(' · ')}
              />
            ))}
            <Choice
              group={group}
              checked={choice === anew}
              onChoose={() => setChosen(anew)}
              label="Create a new customer anyway"
              help="They are not the same."
            />
          </fieldset>
        )}
        {choice === anew && (likely.data || likely.error) && (
          <SelectField
            label="Price tier"
            help="Default prices for new orders."
            value={priceTier}
            onChange={(event) => setPriceTier(event.target.value as PriceTier)}
          >
            {priceTiers.map((tier) => (
              <option key={tier} value={tier}>
                {priceTierNames[tier]}
              </option>
            ))}
          </SelectField>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button
          variant="primary"
          busy={convert.isPending}
          disabled={!choice || (!likely.data && !likely.error)}
          onClick={submit}
        >
          {choice && choice !== anew ? 'Join to customer' : 'Convert to customer'}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

type ChoiceProps = { group: string; checked: boolean; onChoose: () => void; label: string; help: string }

function Choice({ group, checked, onChoose, label, help }: ChoiceProps) {
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-md border border-line px-3 py-2.5 hover:bg-subtle has-checked:border-accent">
      <input type="radio" name={group} checked={checked} onChange={onChoose} className="mt-0.5 size-4 accent-accent" />
      <span className="flex min-w-0 flex-col">
        <span className="font-medium">{label}</span>
        <span className="text-muted text-xs">{help}</span>
      </span>
    </label>
  )
}
