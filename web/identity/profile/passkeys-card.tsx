import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { type Passkey, passkeysApi } from '#shared/identity/profile/passkeys-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { canUsePasskeys } from '#web/identity/public/passkey-browser.ts'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

type Open = { act: 'add' } | { act: 'rename' | 'delete'; passkey: Passkey } | { act: 'codes'; codes: string[] }

/** The user's own passkeys: add, rename, delete. Each can log in alone, and is a second factor beside the password. */
export function PasskeysCard() {
  const { data, error, isFetching, refetch } = useApiQuery(passkeysApi.list, {}, { untold: true })
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const remove = useApiMutation(passkeysApi.remove, {
    onSuccess: () => {
      close()
      toast.success('Passkey deleted')
    },
    onError: close,
  })
  return (
    <Card
      title="Passkeys"
      help="Log in with your fingerprint, face or screen lock instead of a password."
      action={
        canUsePasskeys() && (
          <Button size="sm" onClick={() => setOpen({ act: 'add' })}>
            <Plus aria-hidden />
            Add passkey
          </Button>
        )
      }
    >
      {!data && !error && <SkeletonText lines={2} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {data?.data.length === 0 && (
        <p className="text-muted">
          {canUsePasskeys()
            ? 'No passkeys yet. Use a phone, a computer or a security key.'
            : 'No passkeys. Creating one requires an https address.'}
        </p>
      )}
      {data && data.data.length > 0 && (
        <ul aria-label="Passkeys" className="flex flex-col">
          {data.data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onAct={(act) => setOpen({ act, passkey })} />
          ))}
        </ul>
      )}
      {(open?.act === 'add' || open?.act === 'rename') && (
        <PasskeyNameDialog
          {...(open.act === 'rename' && { passkey: open.passkey })}
          onAdded={(codes) => (codes ? setOpen({ act: 'codes', codes }) : close())}
          close={close}
        />
      )}
      {open?.act === 'codes' && <RecoveryCodes codes={open.codes} close={close} />}
      <ConfirmDialog
        open={open?.act === 'delete'}
        onOpenChange={close}
        title={open?.act === 'delete' ? `Delete ${open.passkey.name}?` : 'Delete the passkey?'}
        confirmLabel="Delete passkey"
        danger
        busy={remove.isPending}
        onConfirm={() => open?.act === 'delete' && remove.submit({ params: { id: open.passkey.id } })}
      >
        You can no longer log in with it, and all other sessions end. Remove it from your device as well.
      </ConfirmDialog>
    </Card>
  )
}

type PasskeyRowProps = { passkey: Passkey; onAct: (act: 'rename' | 'delete') => void }

function PasskeyRow({ passkey: { name, createdAt, lastUsedAt }, onAct }: PasskeyRowProps) {
  return (
    <li className="flex items-center gap-3 border-line border-t py-2.5 first:border-t-0 first:pt-0 last:pb-0">
      <KeyRound aria-hidden size={16} className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="text-muted text-table">
          added <RelativeTime at={createdAt} />
          {lastUsedAt ? (
            <>
              {' · '}last used <RelativeTime at={lastUsedAt} />
            </>
          ) : (
            ' · not used yet'
          )}
        </p>
      </div>
      <Button size="sm" aria-label={`Rename ${name}`} onClick={() => onAct('rename')}>
        Rename
      </Button>
      <Button size="sm" aria-label={`Delete ${name}`} onClick={() => onAct('delete')}>
        Delete
      </Button>
    </li>
  )
}
