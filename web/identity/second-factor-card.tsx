import { useState } from 'react'
import { toast } from 'sonner'
import { secondFactorApi } from '#shared/identity/second-factor-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { AskPassword } from '#web/identity/ask-password.tsx'
import { ConfirmCode } from '#web/identity/confirm-code.tsx'
import { RecoveryCodes } from '#web/identity/recovery-codes.tsx'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

type Step =
  | { at: 'setUp' | 'renew' | 'disable' }
  | { at: 'confirm'; secret: string; uri: string }
  | { at: 'codes'; codes: string[] }

/** The own second factor: set up, confirmed, its recovery codes renewed, turned off. */
export function SecondFactorCard() {
  const state = useApiQuery(secondFactorApi.state, {})
  const [step, setStep] = useState<Step>()
  const { data, error } = state
  const close = () => setStep(undefined)
  return (
    <Card title="Second factor" help="A code of an authenticator app beside your password.">
      {!data && !error && <SkeletonText lines={2} />}
      {!data && error && (
        <ErrorState message={error.message} onRetry={() => void state.refetch()} retrying={state.isFetching} />
      )}
      {data && (
        <div className="flex flex-col gap-4">
          {data.required && !data.enabled && (
            <Notice tone="warn" title="Your company asks for it">
              Set it up to go on as an administrator.
            </Notice>
          )}
          <div className="flex flex-wrap items-center gap-3">
            <StatusBadge tone={data.enabled ? 'good' : 'neutral'}>{data.enabled ? 'On' : 'Off'}</StatusBadge>
            {data.enabled && <p className="text-muted text-table">{data.recoveryCodesLeft} recovery codes left</p>}
            <div className="ml-auto flex flex-wrap gap-2">
              {!data.enabled && <Button onClick={() => setStep({ at: 'setUp' })}>Set up</Button>}
              {data.enabled && <Button onClick={() => setStep({ at: 'renew' })}>New recovery codes</Button>}
              {data.enabled && <Button onClick={() => setStep({ at: 'disable' })}>Turn off</Button>}
            </div>
          </div>
        </div>
      )}
      {step?.at === 'setUp' && (
        <AskPassword
          act="setUp"
          title="Set up a second factor"
          submitLabel="Continue"
          onDone={({ secret = '', uri = '' }) => setStep({ at: 'confirm', secret, uri })}
          close={close}
        >
          You need an authenticator app on your phone, or a password manager that makes codes.
        </AskPassword>
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
      {step?.at === 'renew' && (
        <AskPassword
          act="renew"
          title="Make new recovery codes?"
          submitLabel="Make new codes"
          onDone={({ recoveryCodes = [] }) => setStep({ at: 'codes', codes: recoveryCodes })}
          close={close}
        >
          The codes that you have now stop working.
        </AskPassword>
      )}
      {step?.at === 'disable' && (
        <AskPassword
          act="disable"
          title="Turn off the second factor?"
          submitLabel="Turn off"
          onDone={() => {
            close()
            toast.success('Second factor turned off')
          }}
          close={close}
        >
          Your password alone is enough to log in then. Every other session ends.
        </AskPassword>
      )}
    </Card>
  )
}
