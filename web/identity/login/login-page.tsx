import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { toast } from 'sonner'
import { identityApi } from '#shared/identity/login/api.ts'
import { passwordApi } from '#shared/identity/login/password-api.ts'
import type { User } from '#shared/identity/user.ts'
import { apiQuery } from '#web/api/query.ts'
import { toastTexts } from '#web/api/toasts.ts'
import { linkClass } from './auth-card.tsx'
import { startUserSession } from './after-login.ts'
import { LogInCard } from './log-in-card.tsx'
import { paths } from '#web/paths.ts'

const forgotten = {
  route: passwordApi.forgotPassword,
  prefix: 'Failed to send reset link',
  offer: 'Forgot password?',
  title: 'Forgot your password?',
  help: 'We’ll email you a link to set a new one. The link works once and expires in 30 minutes.',
  answer: 'If this address belongs to an account, a link is on its way. If nothing arrives, ask your administrator.',
} as const

function takeIn(user: User | undefined) {
  if (!user) return 'Login failed: User not found in response.'
  toast.success(toastTexts.loggedIn)
  startUserSession(user)
  return undefined
}

/** The login of staff and drivers. */
export default function LoginPage() {
  return (
    <LogInCard
      title="Log in"
      help="Use the account your administrator created for you."
      footer={<OtherWays />}
      realm="staff"
      route={identityApi.login}
      request={forgotten}
      onUser={takeIn}
    />
  )
}

function OtherWays() {
  const { data } = useQuery({ ...apiQuery(identityApi.setupOpen, {}, { quiet: true }), retry: false, staleTime: 0 })
  return (
    <>
      {data?.open && (
        <p>
          New here?{' '}
          <Link to={paths.setupFirstAdmin} className={linkClass}>
            Set up the first administrator
          </Link>
        </p>
      )}
      <p>
        A customer?{' '}
        <Link reloadDocument to={paths.customerLogin} className={linkClass}>
          Open the customer portal
        </Link>
      </p>
    </>
  )
}
