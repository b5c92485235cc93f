import { type ReactNode, useState } from 'react'
import { toast } from 'sonner'
import { secondFactorApi } from '#shared/identity/profile/second-factor-api.ts'
import { type ListedUser, usersApi } from '#shared/identity/users/users-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

export type UserAction = 'suspend' | 'unsuspend' | 'dropSecondFactor'

const acts = {
  suspend: {
    route: usersApi.suspend,
    title: (name: string) => `Suspend ${name}?`,
    label: 'Suspend user',
    text: 'They are logged out everywhere immediately and cannot log in until the suspension is lifted.',
    done: 'User suspended',
  },
  unsuspend: {
    route: usersApi.unsuspend,
    title: (name: string) => `Lift the suspension of ${name}?`,
    label: 'Lift suspension',
    text: 'They can log in again with their previous password and permissions.',
    done: 'Suspension lifted',
  },
  dropSecondFactor: {
    route: secondFactorApi.disableOfUser,
    title: (name: string) => `Turn off the second factor of ${name}?`,
    label: 'Turn off',
    text: 'For users who lost their phone. They are logged out everywhere, notified by email, and log in with their password only.',
    done: 'Second factor turned off',
  },
} as const

type UserQuestionProps = { act: UserAction; user: ListedUser; isSelf: boolean; close: () => void }

/** Confirms an action on a user and shows a refusal in the dialog. Mount it to open it. */
export function UserActionDialog({ act, user, isSelf, close }: UserQuestionProps): ReactNode {
  const { route, title, label, text, done } = acts[act]
  const [refusal, setRefusal] = useState<string>()
  const send = useApiMutation(route as typeof usersApi.suspend, {
    errors: 'page',
    onError: (error) => setRefusal(error.message),
    onSuccess: () => {
      toast.success(done)
      close()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title={title(user.name)}
      confirmLabel={label}
      danger={act !== 'unsuspend'}
      busy={send.isPending}
      onConfirm={() => send.submit({ params: { id: user.id } })}
    >
      {text}
      {isSelf && ' This is your own account.'}
      {refusal && (
        <Notice tone="bad" className="mt-4">
          {refusal}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
