import { useState } from 'react'
import { toast } from 'sonner'
import { type Contact, contactsApi } from '#shared/crm/contacts/api.ts'
import { type ContactMergeField, contactMergeFields, mergeApi } from '#shared/crm/partners/merge-api.ts'
import { call } from '#web/api/client.ts'
import { isReportedGlobally } from '#web/api/failures.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { type GoingProps, MergeFrame } from '#web/crm/partners/merge-frame.tsx'
import { partnerStatusNames } from '#web/crm/public/partner-fields.tsx'
import { Picker, pickerLimit } from '#web/forms/picker.tsx'
import { useDuplicates } from '#web/crm/public/use-duplicates.ts'
import type { ComboboxOption } from '#web/ui/combobox.tsx'

const workplace = ({ account, supplier, affiliation }: Contact) => account?.name ?? supplier?.name ?? affiliation ?? ''

const shown: Record<ContactMergeField, (contact: Contact) => string> = {
  name: ({ name }) => name,
  position: ({ position }) => position ?? '',
  email: ({ email }) => email ?? '',
  phone: ({ phone }) => phone ?? '',
  affiliation: workplace,
  status: ({ status }) => partnerStatusNames[status],
  notes: ({ notes }) => notes ?? '',
}

async function search(typed: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const query = { q: typed || undefined, limit: pickerLimit }
  const { data } = await call(contactsApi.listContacts, { query }, { signal, quiet: true })
  return data.map((contact) => ({
    id: contact.id,
    label: contact.name,
    secondary: [contact.position, workplace(contact), contact.email].filter(Boolean).join(' · '),
  }))
}

const ContactPicker = (props: GoingProps) => <Picker placeholder="Search contacts…" {...props} search={search} />

/** Merges two contacts. */
export function ContactMerge({ contact, close }: { contact: Contact; close: () => void }) {
  const [going, setGoing] = useState<ComboboxOption | null>(null)
  const { name, email, phone } = contact
  const duplicates = useDuplicates(mergeApi.listContactTwins, { name, email: email ?? '', phone: phone ?? '' }, true)
  const isOther = going !== null && going.id !== contact.id
  const otherContact = useApiQuery(
    contactsApi.getContact,
    { params: { id: going?.id ?? contact.id } },
    { enabled: isOther },
  )
  const merge = useApiMutation(mergeApi.mergeContacts, {
    errors: 'page',
    onError: () => void otherContact.refetch(),
    onSuccess: (merged) => {
      toast.success(`Merged into ${merged.name}`)
      close()
    },
  })
  const other = isOther ? otherContact.data : undefined
  return (
    <MergeFrame
      one="contact"
      kept={contact}
      duplicates={duplicates}
      picker={ContactPicker}
      going={going}
      onGoing={(option) => {
        setGoing(option)
        merge.reset()
      }}
      found={other && { kept: contact, other }}
      read={isOther ? otherContact : undefined}
      problem={merge.error && !isReportedGlobally(merge.error) ? merge.error.message : undefined}
      fields={contactMergeFields}
      shown={shown}
      moving="Choose the values to keep. The others are lost."
      busy={merge.isPending}
      onMerge={({ kept, other: gone }, take) =>
        merge.submit({
          params: { id: kept.id },
          body: { otherId: gone.id, otherVersion: gone.version, take },
          version: kept.version,
        })
      }
      close={close}
    />
  )
}
