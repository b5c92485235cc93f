import { OwnSessions } from '#web/identity/own-sessions.tsx'
import { PasskeysCard } from '#web/identity/passkeys-card.tsx'
import { PasswordCard } from '#web/identity/password-card.tsx'
import { ProfileForm } from '#web/identity/profile-form.tsx'
import { SecondFactorCard } from '#web/identity/second-factor-card.tsx'
import { ThemeSwitch } from '#web/session/theme-switch.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

/** The signed-in user's own account: who they are, how they log in, where they are, and how the app looks for them. */
export default function ProfilePage() {
  return (
    <div className="mx-auto flex w-full max-w-180 flex-col gap-6">
      <PageHeader title="My profile" />
      <ProfileForm />
      <PasswordCard />
      <SecondFactorCard />
      <PasskeysCard />
      <OwnSessions />
      <Card title="Appearance">
        <ThemeSwitch />
      </Card>
    </div>
  )
}
