import { useState } from 'react'
import { toast } from 'sonner'
import { secondFactorApi } from '#shared/identity/profile/second-factor-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { ConfirmCode } from './confirm-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

type Step =
  | { at: 'renew' | 'disable' }
  | { at: 'confirm'; secret: string; uri: string }
  | { at: 'codes'; codes: string[] }

/** The authenticator app as a second factor: set up, confirm, renew recovery codes, turn off. */
export function SecondFactorCard() {
  const state = useApiQuery(secondFactorApi.state, {}, { untold: true })
  const [step, setStep] = useState<Step>()
  const { data, error } = state
  const close = () => setStep(undefined)
  const setUp = useApiMutation(secondFactorApi.setUp, { onSuccess: (made) => setStep({ at: 'confirm', ...made }) })
  const renew = useApiMutation(secondFactorApi.renewRecoveryCodes, {
    onSuccess: ({ recoveryCodes }) => setStep({ at: 'codes', codes: recoveryCodes }),
    onError: close,
  })
  const disable = useApiMutation(secondFactorApi.disable, {
    onSuccess: () => {
      close()
      toast.success('Second factor turned off')
    },
    onError: close,
  })
  const hasCodes = data && (data.enabled || data.passkeys > 0)
  return (
    <Card title="Second factor" help="A code from an authenticator app in addition to your password.">
      {!data && !error && <SkeletonText lines={2} />}
      {!data && error && <ErrorState error={error} onRetry={() => void state.refetch()} retrying={state.isFetching} />}
      {data && (
        <div className="flex flex-col gap-4">
          {data.required && !hasCodes && (
            <Notice tone="warn" title="Required by your company">
              Set up an authenticator app or a passkey to continue as an administrator.
            </Notice>
          )}
          <div className="flex flex-wrap items-center gap-3">
            <StatusBadge tone={data.enabled ? 'good' : 'neutral'}>{data.enabled ? 'On' : 'Off'}</StatusBadge>
            {hasCodes && (
              <p className="text-muted text-table">
                {data.recoveryCodesLeft === 1 ? '1 recovery code' : `${data.recoveryCodesLeft} recovery codes`} left
              </p>
            )}
            <div className="ml-auto flex flex-wrap gap-2">
              {!data.enabled && (
                <Button busy={setUp.isPending} onClick={() => setUp.submit({})}>
                  Set up
                </Button>
              )}
              {hasCodes && <Button onClick={() => setStep({ at: 'renew' })}>New recovery codes</Button>}
              {data.enabled && <Button onClick={() => setStep({ at: 'disable' })}>Turn off</Button>}
            </div>
          </div>
        </div>
      )}
      {step?.at === 'confirm' && (
        <ConfirmCode
          secret={step.secret}
          uri={step.uri}
          onDone={(codes) => setStep({ at: 'codes', codes })}
          close={close}
        />
      )}
      {step?.at === 'codes' && <RecoveryCodes codes={step.codes} close={close} />}
      <ConfirmDialog
        open={step?.at === 'renew'}
        onOpenChange={close}
        title="Create new recovery codes?"
        confirmLabel="Create new codes"
        busy={renew.isPending}
        onConfirm={() => renew.submit({})}
      >
        Your current codes stop working.
      </ConfirmDialog>
      <ConfirmDialog
        open={step?.at === 'disable'}
        onOpenChange={close}
        title="Turn off the authenticator app?"
        confirmLabel="Turn off"
        danger
        busy={disable.isPending}
        onConfirm={() => disable.submit({})}
      >
        {data && data.passkeys > 0
          ? 'You will log in with your password and a passkey. All other sessions end.'
          : 'You will log in with your password only. All other sessions end.'}
      </ConfirmDialog>
    </Card>
  )
}
