import { portalApi } from '#shared/identity/login/portal-api.ts'
import { NewPasswordCard } from './new-password-card.tsx'
import { paths } from '#web/paths.ts'

/** Customers set their password here with a mailed link. */
export default function CustomerSetPasswordPage() {
  return (
    <NewPasswordCard
      title="Set your password"
      route={portalApi.setPassword}
      prefix="Failed to set password"
      login={paths.customerLogin}
    />
  )
}
