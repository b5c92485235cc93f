import { Link } from 'react-router'
import { toast } from 'sonner'
import { portalApi } from '#shared/identity/login/portal-api.ts'
import type { User } from '#shared/identity/user.ts'
import { said } from '#web/api/toasts.ts'
import { linkLook } from './auth-card.tsx'
import { enter } from './after-login.ts'
import { LogInCard } from './log-in-card.tsx'
import { paths } from '#web/paths.ts'

const verification = {
  route: portalApi.verifyEmail,
  prefix: 'Failed to verify email',
  offer: 'First time here, or forgot your password?',
  title: 'Set your password',
  help: 'We mail a link to the address that we know you by. It is good once, for 24 hours.',
  answer: 'If this is the address of a customer, a link is on its way. Without a mail, ask who sells to you.',
} as const

function takeIn(user: User | undefined) {
  if (user?.role !== 'customer') {
    toast.error(said.customerNotSet)
    return said.customerNotSet
  }
  toast.success(said.loggedIn)
  enter(user)
  return undefined
}

/** Where customers sign in. */
export default function CustomerLoginPage() {
  return (
    <LogInCard
      title="Customer portal"
      help="See your orders and invoices."
      footer={
        <p>
          Not a customer?{' '}
          <Link to={paths.login} className={linkLook}>
            Log in as staff
          </Link>
        </p>
      }
      realm="customer"
      route={portalApi.login}
      request={verification}
      onUser={takeIn}
    />
  )
}
