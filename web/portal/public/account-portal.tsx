import { useState } from 'react'
import { type PortalUser, accountUsersApi } from '#shared/portal/users-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { CopyField } from '#web/identity/public/copy-field.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { usePortalUserDialog } from './portal-user-dialog.tsx'
import { PortalUserList } from './portal-user-list.tsx'

/** On a customer's page: the portal's users, and a link to the portal as they see it. */
export function AccountPortal({ accountId }: { accountId: string }) {
  const { currency } = useSettings()
  const dialog = usePortalUserDialog(accountId)
  const refused = { errors: 'page', onError: dialog.onError } as const
  const mayEdit = useCan('crm.edit')
  const query = useApiQuery(accountUsersApi.listAccountUsers, { params: { id: accountId } })
  const [url, setUrl] = useState<string | null>(null)
  const invite = useApiMutation(accountUsersApi.inviteAccountUser, {
    successMessage: (reply) => (reply.url ? 'The user was added' : 'The invitation was sent'),
    onSuccess: (reply) => {
      dialog.onSaved()
      setUrl(reply.url)
    },
    ...refused,
  })
  const change = useApiMutation(accountUsersApi.changeAccountUser, {
    successMessage: () => 'The user was changed',
    onSuccess: dialog.onSaved,
    ...refused,
  })
  const remove = useApiMutation(accountUsersApi.removeAccountUser, {
    successMessage: () => 'The user was removed',
    onSuccess: dialog.onSaved,
    ...refused,
  })
  const at = (user: PortalUser) => ({ params: { id: accountId, userId: user.id } })
  return (
    <Card
      title="Customer portal"
      action={
        <Button asChild size="sm">
          <a href={paths.portalOf(accountId)}>View as customer</a>
        </Button>
      }
    >
      {query.error && !query.data && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {!query.data && !query.error && <SkeletonText />}
      {query.data && (
        <PortalUserList
          dialog={dialog}
          accountId={accountId}
          users={query.data.data}
          currency={currency}
          busy={invite.isPending || change.isPending || remove.isPending}
          {...(mayEdit && {
            onInvite: (body) => invite.submit({ params: { id: accountId }, body }),
            onChange: (user, body) => change.submit({ ...at(user), body, version: user.version }),
            onRemove: (user) => remove.submit(at(user)),
          })}
        />
      )}
      {url && (
        <Dialog
          open
          onOpenChange={() => setUrl(null)}
          title="Share this link"
          description="Not sent: no mail server is set up."
        >
          <DialogBody>
            <CopyField label="Link" value={url} help="It works once, expires in 24 hours and is shown only now." />
          </DialogBody>
          <DialogFooter>
            <Button variant="primary" onClick={() => setUrl(null)}>
              Done
            </Button>
          </DialogFooter>
        </Dialog>
      )}
    </Card>
  )
}
