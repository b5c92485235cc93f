import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useParams } from 'react-router'
import { toast } from 'sonner'
import { type Kit, KitChange, kitsApi } from '#shared/inventory/kits-api.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { ConflictDialog } from '#web/api/conflict-dialog.tsx'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { apiQuery } from '#web/api/query.ts'
import { aroundKits } from '#web/inventory/kit-changes.ts'
import { KitForm } from '#web/inventory/kit-form.tsx'
import { kitBody, kitField, type KitValues, kitValues } from '#web/inventory/kit-values.ts'
import { NoRight, RecordFailure, RecordSkeleton } from '#web/inventory/record-loading.tsx'
import { kitPlace } from '#web/inventory/record-places.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'

const title = 'Edit kit'

/** Changes a kit. It opens with what is saved now, never with what the cache remembers. */
export default function KitEditPage() {
  const { id = '' } = useParams()
  const mayEdit = useCan('inventory.edit')
  const kit = useQuery({
    ...apiQuery(kitsApi.getKit, { params: { id } }),
    enabled: mayEdit,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const [round, setRound] = useState(0)
  if (!mayEdit) return <NoRight title={title} place={kitPlace} />
  if (kit.error) return <RecordFailure query={kit} title={title} place={kitPlace} />
  if (!kit.data || !kit.isFetchedAfterMount) return <RecordSkeleton title={title} />
  return (
    <EditForm
      key={`${id} ${round}`}
      saved={kit.data}
      onReload={() => void kit.refetch().then(() => setRound(round + 1))}
    />
  )
}

function EditForm({ saved, onReload }: { saved: Kit; onReload: () => void }) {
  // What was opened stays the base of the edit, whatever is loaded meanwhile.
  const [kit] = useState(saved)
  const form = useForm<KitValues>({
    resolver: (values, context, options) =>
      bodyResolver<KitValues>({ schema: KitChange, bodyOf: kitBody, fieldOf: (path) => kitField(path, values) })(
        values,
        context,
        options,
      ),
    mode: 'onTouched',
    defaultValues: kitValues(kit),
  })
  const refusal = useFormRefusal(form, (path) => kitField(path, form.getValues()))
  const [savedTo, setSavedTo] = useState<string>()
  const update = useApiMutation(kitsApi.updateKit, {
    errors: 'page',
    invalidates: aroundKits,
    onError: refusal.onError,
    onSuccess: ({ name }) => {
      toast.success(`${name} saved`)
      setSavedTo(paths.kit(kit.id))
    },
  })
  const submit = (values: KitValues, version = kit.version) =>
    update.submit({ params: { id: kit.id }, body: kitBody(values), version })
  return (
    <>
      <KitForm
        title={title}
        form={form}
        refusal={refusal}
        busy={update.isPending}
        kit={kit}
        savedTo={savedTo}
        onSubmit={submit}
        onDiscard={() => form.reset()}
      />
      <ConflictDialog
        open={refusal.conflict !== undefined}
        what="kit"
        onReload={onReload}
        onOverwrite={() => {
          const version = refusal.conflict
          refusal.clear()
          submit(form.getValues(), version)
        }}
        onClose={refusal.clear}
      />
    </>
  )
}
