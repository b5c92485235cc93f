import { passwordApi } from '#shared/identity/login/password-api.ts'
import { NewPasswordCard } from './new-password-card.tsx'
import { paths } from '#web/paths.ts'

/** Staff and drivers set their password here with a mailed link. */
export default function ResetPasswordPage() {
  return (
    <NewPasswordCard
      title="Set your password"
      route={passwordApi.resetPassword}
      prefix="Failed to reset password"
      login={paths.login}
    />
  )
}
