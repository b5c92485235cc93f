import { type ReactNode, useState } from 'react'
import type { Challenge } from '#shared/identity/profile/second-factor-api.ts'
import type { User } from '#shared/identity/user.ts'
import { AuthCard, linkClass } from './auth-card.tsx'
import { CodeForm } from './code-form.tsx'
import { LinkRequestForm } from './link-request-form.tsx'
import { PasskeyLogIn } from './passkey-log-in.tsx'
import { LogInForm } from './log-in-form.tsx'

type Request = Omit<Parameters<typeof LinkRequestForm>[0], 'onBack'> & { title: string; help: string; offer: string }

type LogInCardProps = {
  title: string
  help: string
  footer?: ReactNode
  /** The realm of the passkeys. */
  realm: 'staff' | 'customer'
  route: Parameters<typeof LogInForm>[0]['route']
  /** How users without a password get one. */
  request: Request
  onUser: (user: User | undefined) => string | undefined
}

type Step = { at: 'password' } | { at: 'link' } | { at: 'code'; challenge: Challenge }

/** A login: email and password, the code if a second factor is set up, and the request for users without a password. */
export function LogInCard({ title, help, footer, realm, route, request, onUser }: LogInCardProps) {
  const [step, setStep] = useState<Step>({ at: 'password' })
  const start = () => setStep({ at: 'password' })
  const { title: linkTitle, help: linkHelp, offer, ...linkRequest } = request
  if (step.at === 'code')
    return (
      <AuthCard title="Verify your login" help="Your account is protected by a second factor.">
        <CodeForm challenge={step.challenge} onUser={onUser} onBack={start} />
      </AuthCard>
    )
  if (step.at === 'link')
    return (
      <AuthCard title={linkTitle} help={linkHelp}>
        <LinkRequestForm {...linkRequest} onBack={start} />
      </AuthCard>
    )
  return (
    <AuthCard title={title} help={help} footer={footer}>
      <LogInForm route={route} onUser={onUser} onChallenge={(challenge) => setStep({ at: 'code', challenge })}>
        <button type="button" className={`${linkClass} self-start text-table`} onClick={() => setStep({ at: 'link' })}>
          {offer}
        </button>
      </LogInForm>
      <PasskeyLogIn realm={realm} onUser={onUser} />
    </AuthCard>
  )
}
