import { Link } from 'react-router'
import { toast } from 'sonner'
import { portalApi } from '#shared/identity/login/portal-api.ts'
import type { User } from '#shared/identity/user.ts'
import { toastTexts } from '#web/api/toasts.ts'
import { linkClass } from './auth-card.tsx'
import { startUserSession } from './after-login.ts'
import { LogInCard } from './log-in-card.tsx'
import { paths } from '#web/paths.ts'

const customerNotSetText = 'Failed to set customer session.'

const verification = {
  route: portalApi.verifyEmail,
  prefix: 'Failed to verify email',
  offer: 'First time here, or forgot your password?',
  title: 'Set your password',
  help: 'We’ll email a link to the address we have on file. The link works once and expires in 24 hours.',
  answer: 'If this address belongs to a customer, a link is on its way. If nothing arrives, ask your sales contact.',
} as const

function takeIn(user: User | undefined) {
  if (user?.role !== 'customer') {
    toast.error(customerNotSetText)
    return customerNotSetText
  }
  toast.success(toastTexts.loggedIn)
  startUserSession(user)
  return undefined
}

/** The login of customers. */
export default function CustomerLoginPage() {
  return (
    <LogInCard
      title="Customer portal"
      help="See your orders and invoices."
      footer={
        <p>
          Not a customer?{' '}
          <Link reloadDocument to={paths.login} className={linkClass}>
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
