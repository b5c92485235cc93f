import { passwordApi } from '#shared/identity/password-api.ts'
import { NewPasswordCard } from '#web/identity/new-password-card.tsx'
import { paths } from '#web/paths.ts'

/** Where staff and drivers set a password by a mailed link. */
export default function ResetPasswordPage() {
  return (
    <NewPasswordCard
      title="Reset your password"
      route={passwordApi.resetPassword}
      prefix="Failed to reset password"
      login={paths.login}
    />
  )
}
